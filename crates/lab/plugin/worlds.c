/*
 * A QEMU plugin for the lab's outer machine. It counts the executed instructions by who executes
 * them, and the exits of the guest by their reasons, and logs them as counts.h says; without a
 * hypervisor, with a word for each event of usage.h in place of the exits.
 *
 *   -plugin qemu.so,log=PATH,outermost=guest|hypervisor|hypervisors[,trace=FOLDER]
 *   -plugin qemu.so[,tried=on]
 *
 * It also mends what QEMU gets wrong, and without a log does nothing else. `tried=on` ends QEMU at
 * once, with the status 0 if it can be mended.
 *
 * `outermost` is who runs while no guest has been entered: the guest itself on a machine without
 * a hypervisor. Of several hypervisors each is a guest of the one below, which belongs to what is
 * around the innermost guest; how often it is left is counted as `outer_exits`.
 *
 * QEMU translates a block for a privilege level and for a guest or not (HF_CPL_MASK, HF_GUEST_MASK
 * among its flags), directly before it is first executed. So who executes a block is known when it
 * is translated and never changes.
 */
#include "worlds.h"
#include "aborts.h"
#include "trace.h"
#include "usage.h"

#include <string.h>
#include <unistd.h>

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

const struct arch *arch;
static bool has_hypervisor;
bool is_nested;
static uint64_t opened_at; /* the trace's step */

bool in_guest;

void guest_left(const char *reason, enum world aborted)
{
    if (aborted != WORLDS)
        --*counts_executed(aborted);
    aborts_settled(false);
    trace_exit(reason);
    in_guest = false;
    counts_left(reason);
}

void outer_guest_left(const char *reason, enum world aborted)
{
    if (aborted != WORLDS)
        --*counts_executed(aborted);
    aborts_settled(false);
    counts_outer_left(reason);
}

void guest_entered(void)
{
    in_guest = true;
    aborts_settled(false);
    trace_exit(NULL);
    counts_entered();
}

static void window_opens(unsigned cpu, void *unused)
{
    (void)cpu, (void)unused;
    aborts_edge(true);
    counts_window_opens();
    usage_window_opens();
    opened_at = trace_steps();
}

static void ends(plugin_id id, void *unused)
{
    (void)id, (void)unused;
    counts_end();
}

static void window_closes(unsigned cpu, void *unused)
{
    (void)cpu, (void)unused;
    FILE *record = counts_window_closes();
    if (has_hypervisor) {
        counts_print_exits();
    } else {
        usage_print(record);
        fprintf(record, "\n");
    }
    aborts_edge(false);
    if (trace_steps() > opened_at)
        fprintf(record, "trace %lu %lu %lu\n", counts_windows(), opened_at, trace_steps());
    trace_flush();
    fflush(record);
}

static enum world world(void)
{
    bool user = arch->is_user();
    if (in_guest || !has_hypervisor)
        return user ? GUEST_USER : GUEST_KERNEL;
    return user ? DEVICE_MODEL : HYPERVISOR;
}

static void mended(plugin_id id, struct block *block)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++)
        arch->mend(block, i);
}

static void translated(plugin_id id, struct block *block)
{
    if (arch->mend)
        mended(id, block);
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        struct instruction *instruction = qemu_plugin_tb_get_insn(block, i);
        if (arch->hook)
            arch->hook(block, i);
        if (arch->watch && !has_hypervisor)
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
    aborts_watch(block, executing, executed);
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++)
        qemu_plugin_register_vcpu_insn_exec_inline(qemu_plugin_tb_get_insn(block, i), ADD, executed,
                                                   1);
}

/* The linker gathers all architectures between these two. */
extern const struct arch *const __start_archs[], *const __stop_archs[];

static const char *option(int argc, char **argv, const char *key)
{
    for (int i = 0; i < argc; i++)
        if (!strncmp(argv[i], key, strlen(key)))
            return argv[i] + strlen(key);
    return "";
}

static int mend_alone(plugin_id id, bool is_tried)
{
    if (!arch->mend)
        return 1;
    if (is_tried)
        _exit(0);
    qemu_plugin_register_vcpu_tb_trans_cb(id, mended);
    return 0;
}

__attribute__((visibility("default"))) int
qemu_plugin_install(plugin_id id, const struct target *target, int argc, char **argv)
{
    const char *outermost = option(argc, argv, "outermost=");
    has_hypervisor = strcmp(outermost, "guest");
    is_nested = !strcmp(outermost, "hypervisors");
    const char *log = option(argc, argv, "log=");
    for (const struct arch *const *one = __start_archs; one < __stop_archs; one++)
        if (!strcmp((*one)->target, target->name))
            arch = *one;
    if (!arch || !arch->is_usable())
        return 1;
    if (!*log)
        return mend_alone(id, argc && !strcmp(argv[0], "tried=on"));
    const char *folder = option(argc, argv, "trace=");
    if (!counts_open(log) || (*folder && !trace_open(folder)))
        return 1;
    if (arch->starts)
        qemu_plugin_register_vcpu_init_cb(id, arch->starts);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ends, NULL);
    return 0;
}
