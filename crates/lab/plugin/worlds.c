/*
 * A QEMU plugin for the lab's outer machine. It counts the executed instructions by who executes
 * them, and the exits of the guest by their reasons, and writes a line for each window that the
 * benchmark kernel marks:
 *
 *   window NUMBER guest_user=N guest_kernel=N hypervisor=N device_model=N user_exits=N exits=N …
 *
 * with one more word for each reason; without a hypervisor, with a word for each event of usage.h
 * in place of the exits. An exit is counted by the window in which the guest goes on. The last line
 * has all exits since the start:
 *
 *   all exits=N …
 *
 *   -plugin worlds.so,log=PATH,outermost=guest|hypervisor[,trace=FOLDER]
 *
 * `outermost` is who runs while no guest has been entered: the guest itself on a machine without
 * a hypervisor.
 *
 * QEMU translates a block for a privilege level and for a guest or not (HF_CPL_MASK, HF_GUEST_MASK
 * among its flags), directly before it is first executed. So who executes a block is known when it
 * is translated and never changes.
 */
#include "worlds.h"
#include "aborts.h"
#include "trace.h"
#include "usage.h"

#include <stdio.h>
#include <string.h>

enum { REASONS = 128 };

struct reason {
    const char *name;
    uint64_t count;
};

/* Everything that is counted since the start, and as it was when the window opened. */
struct counts {
    uint64_t executed[WORLDS], user_exits, exits;
    struct reason reasons[REASONS];
};

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static const char *const names[WORLDS] = {"guest_user", "guest_kernel", "hypervisor",
                                          "device_model"};

const struct arch *arch;
static FILE *record;
static bool has_hypervisor;
static struct counts now, opened;
static uint64_t opened_at;            /* the trace's step */
static uint64_t windows, before_exit; /* instructions of the device model when the guest left */

bool in_guest;

static const char *left_for;

void guest_left(const char *reason, enum world aborted)
{
    if (aborted != WORLDS)
        now.executed[aborted]--;
    aborts_settled(false);
    trace_exit(reason);
    in_guest = false;
    left_for = reason;
    before_exit = now.executed[DEVICE_MODEL];
}

uint64_t executed_so_far(void)
{
    uint64_t sum = 0;
    for (int i = 0; i < WORLDS; i++)
        sum += now.executed[i];
    return sum;
}

const char *numbered_reason(const char *format, uint64_t code)
{
    enum { CODES = 0x100 };
    static char *made[CODES];
    if (code >= CODES)
        return "other";
    if (!made[code] && asprintf(&made[code], format, (unsigned)code) < 0)
        return "other";
    return made[code];
}

static struct reason *find(const char *name)
{
    for (struct reason *it = now.reasons; it < now.reasons + REASONS; it++) {
        if (!it->name)
            it->name = name;
        if (it->name == name)
            return it;
    }
    return &now.reasons[REASONS - 1];
}

static void count_exit(void)
{
    now.exits++;
    now.user_exits += now.executed[DEVICE_MODEL] != before_exit;
    find(left_for)->count++;
    left_for = NULL;
}

void guest_entered(void)
{
    in_guest = true;
    aborts_settled(false);
    trace_exit(NULL);
    if (left_for) /* it does not start */
        count_exit();
}

static void window_opens(unsigned cpu, void *unused)
{
    (void)cpu, (void)unused;
    windows++;
    aborts_edge(true);
    opened = now;
    usage_window_opens();
    opened_at = trace_steps();
}

/* Exits, and those for each reason, since `then`. */
static void print_exits(const struct counts *then)
{
    fprintf(record, " exits=%lu", now.exits - then->exits);
    for (int i = 0; i < REASONS && now.reasons[i].name; i++)
        if (now.reasons[i].count != then->reasons[i].count)
            fprintf(record, " exit_%s=%lu", now.reasons[i].name,
                    now.reasons[i].count - then->reasons[i].count);
    fprintf(record, "\n");
}

/* The guest does not go on after its last exit. */
static void ends(plugin_id id, void *unused)
{
    (void)id, (void)unused;
    static const struct counts nothing;
    if (left_for)
        count_exit();
    fprintf(record, "all");
    print_exits(&nothing);
    fclose(record);
}

static void window_closes(unsigned cpu, void *unused)
{
    (void)cpu, (void)unused;
    fprintf(record, "window %lu", windows);
    for (int i = 0; i < WORLDS; i++)
        fprintf(record, " %s=%lu", names[i], now.executed[i] - opened.executed[i]);
    if (has_hypervisor) {
        fprintf(record, " user_exits=%lu", now.user_exits - opened.user_exits);
        print_exits(&opened);
    } else {
        usage_print(record);
        fprintf(record, "\n");
    }
    aborts_edge(false);
    if (trace_steps() > opened_at)
        fprintf(record, "trace %lu %lu %lu\n", windows, opened_at, trace_steps());
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

static void translated(plugin_id id, struct block *block)
{
    (void)id;
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
    uint64_t *executed = &now.executed[executing];
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

__attribute__((visibility("default"))) int
qemu_plugin_install(plugin_id id, const struct target *target, int argc, char **argv)
{
    has_hypervisor = !strcmp(option(argc, argv, "outermost="), "hypervisor");
    record = fopen(option(argc, argv, "log="), "we");
    for (const struct arch *const *one = __start_archs; one < __stop_archs; one++)
        if (!strcmp((*one)->target, target->name))
            arch = *one;
    const char *folder = option(argc, argv, "trace=");
    if (!record || !arch || !arch->is_usable() || (*folder && !trace_open(folder)))
        return 1;
    if (arch->starts)
        qemu_plugin_register_vcpu_init_cb(id, arch->starts);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ends, NULL);
    return 0;
}
