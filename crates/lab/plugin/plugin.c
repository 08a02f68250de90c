/*
 * A QEMU plugin for the lab's outer machine. It counts the executed instructions by who executes
 * them, and the exits of the guest by their reasons, and logs them as counts.h says; without a
 * hypervisor, with a word for each event of usage.h in place of the exits.
 *
 *   -plugin qemu.so,log=PATH,outermost=guest|hypervisor|hypervisors
 *                    [,trace=FOLDER,first=WINDOW,last=WINDOW]
 *   -plugin qemu.so
 *
 * Of several processors, which take turns on one thread, each is counted apart as well. What a
 * guest without a hypervisor does is counted on one processor alone.
 *
 * It also mends what QEMU gets wrong, and without a log does nothing else.
 *
 * `outermost` is who runs while no guest has been entered: the guest itself on a machine without
 * a hypervisor. Of several hypervisors each is a guest of the one below, which belongs to what is
 * around the innermost guest; how often it is left is counted as `outer_exits`.
 *
 * QEMU translates a block for a privilege level and for a guest or not (HF_CPL_MASK, HF_GUEST_MASK
 * among its flags), directly before it is first executed. So who executes a block is known when it
 * is translated and never changes.
 */
#include <string.h>
#include <unistd.h>

#include "aborts.h"
#include "arch.h"
#include "guest.h"
#include "trace.h"
#include "turns.h"
#include "usage.h"

static const struct arch *arch;
static bool has_hypervisor, counts_usage;

static void window_opens(unsigned cpu, void *unused)
{
    (void)cpu, (void)unused;
    turns_now();
    aborts_edge(true);
    counts_window_opens();
    usage_window_opens();
    trace_window_opens(counts_windows());
}

static void window_closes(unsigned cpu, void *unused)
{
    (void)cpu, (void)unused;
    turns_now();
    FILE *record = counts_window_closes();
    if (counts_usage)
        usage_print(record, false);
    counts_window_ends(has_hypervisor);
    aborts_edge(false);
    trace_window_closes(record, counts_windows());
    fflush(record);
}

static bool is_guest(void)
{
    if (!has_hypervisor)
        return true;
    if (arch->is_firmware && arch->is_firmware())
        return false;
    return arch->is_guest ? arch->is_guest() : guest_runs();
}

static enum world world(void)
{
    bool user = arch->is_user();
    if (is_guest())
        return user ? GUEST_USER : GUEST_KERNEL;
    if (user)
        return DEVICE_MODEL;
    return arch->is_apart && arch->is_apart() ? EL2 : HYPERVISOR;
}

/* Ends QEMU where the plugin would read what is not there. */
static void prove(void)
{
    static bool is_proved;
    if (!is_proved && !arch->is_proved()) {
        fprintf(stderr, "plugin: this QEMU keeps the processor's registers elsewhere\n");
        _exit(1);
    }
    is_proved = true;
}

static void mended(struct block *block)
{
    prove();
    for (size_t i = 0; arch->mend && i < qemu_plugin_tb_n_insns(block); i++)
        arch->mend(block, i);
}

static void translated(struct block *block)
{
    mended(block);
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        struct instruction *instruction = qemu_plugin_tb_get_insn(block, i);
        if (arch->hook)
            arch->hook(block, i);
        if (arch->watch && counts_usage)
            arch->watch(block, i, arch->is_user());
        enum mark mark = arch->marks(block, i);
        if (mark)
            qemu_plugin_register_vcpu_insn_exec_cb(
                instruction, mark == WINDOW_OPENS ? window_opens : window_closes, NO_REGISTERS,
                NULL);
    }
    /* The hook of the first instruction may have told that the guest has been left. */
    enum world executing = world();
    uint64_t *executed = counts_executed(executing);
    aborts_watch(block, executing, executed, arch);
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++)
        instruction_counts(qemu_plugin_tb_get_insn(block, i), executed);
}

/* False where what a trace needs cannot be opened. */
static bool traces(int argc, char **argv)
{
    const char *folder = argument(argc, argv, "trace=");
    const char *first = argument(argc, argv, "first="), *last = argument(argc, argv, "last=");
    return !*folder || trace_open(folder, first, last);
}

/* The linker gathers all architectures between these two. */
extern const struct arch *const __start_archs[], *const __stop_archs[];

const char *plugin_lacks(const char *target)
{
    for (const struct arch *const *one = __start_archs; one < __stop_archs; one++)
        if (!strcmp((*one)->target, target))
            arch = *one;
    return arch ? arch->lacks() : "it knows no machine of this architecture";
}

bool plugin_begins(plugin_id id, int argc, char **argv)
{
    if (machine_processors() > PROCESSORS) {
        fprintf(stderr, "plugin: a machine has %d processors at most\n", PROCESSORS);
        return false;
    }
    turns_are_taken = machine_processors() > 1;
    const char *outermost = argument(argc, argv, "outermost=");
    has_hypervisor = strcmp(outermost, "guest");
    counts_usage = !has_hypervisor && !turns_are_taken;
    is_nested = !strcmp(outermost, "hypervisors");
    const char *log = argument(argc, argv, "log=");
    if (!*log) {
        if (arch->mend)
            when_translated(id, mended);
        return true;
    }
    turns_tell(aborts_turn);
    turns_tell(counts_turn);
    if (!counts_open(log) || !traces(argc, argv))
        return false;
    if (arch->starts)
        when_processor_starts(id, arch->starts);
    when_translated(id, translated);
    when_ended(id, counts_end);
    return true;
}
