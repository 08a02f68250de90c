/*
 * A library that is loaded before Bochs' own. Where the environment names a log, it counts executed
 * instructions by who executes them, and exits by their reasons (counts.h), and follows each
 * instruction where it names a folder, too (trace.h):
 *
 *   HYPERBENCH_LOG=PATH HYPERBENCH_OUTERMOST=guest|hypervisor|hypervisors
 *   [HYPERBENCH_TRACE=FOLDER HYPERBENCH_FIRST=WINDOW HYPERBENCH_LAST=WINDOW]
 *
 * `outermost` is who runs while no guest has been entered: the guest itself on a machine without
 * a hypervisor, and `hypervisors` where the hypervisor's guest is one, too.
 *
 * Bochs calls a function before each instruction, and others where the privilege may have changed
 * or a guest was entered or left; the next instruction is the first that this concerns. An exit
 * that an interrupt causes takes a tick of Bochs' clock without an instruction.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console.h"
#include "counts.h"
#include "exits.h"
#include "follow.h"
#include "hooks.h"
#include "state.h"

static bool has_hypervisor, is_nested;
static bool is_stale = true, is_in_guest;
static bool runs_outer; /* a hypervisor that is a guest itself */
static enum world executing;
static uint64_t *executed; /* by it */
static size_t operand;     /* where decoded instructions have one of 64 bits; 0: not yet seen */

/* Nobody would be told anything by a program that does not count. */
static _Noreturn void refuse(const char *why)
{
    fprintf(stderr, "%s\n", why);
    _exit(EXIT_FAILURE);
}

/* Of two hypervisors the outer one enters the other with the first VMCS that it has, and that one's
 * guest with another. */
static bool is_outer(uint64_t vmcs)
{
    static uint64_t first;
    if (!first)
        first = vmcs;
    return vmcs == first;
}

/* The state when it is next asked for: the level of the stack is that of the privilege. */
static enum world look(void)
{
    static const struct number *level, *guest, *vmcs;
    if (!level) {
        level = state_number("SS.dpl");
        guest = state_flag("VMX.in_vmx_guest");
        vmcs = state_number("VMX.vmcsptr");
        if (!level || (has_hypervisor && (!guest || !vmcs)))
            refuse("this Bochs does not tell the state of its processor");
    }
    bool is_user = number_value(level) == 3, runs_any = has_hypervisor && flag_value(guest);
    runs_outer = is_nested && runs_any && is_outer(number_value(vmcs));
    is_in_guest = runs_any && !runs_outer;
    if (is_in_guest || !has_hypervisor)
        return is_user ? GUEST_USER : GUEST_KERNEL;
    return is_user ? DEVICE_MODEL : HYPERVISOR;
}

static void settle(void)
{
    bool was_in_guest = is_in_guest;
    executing = look();
    executed = counts_executed(executing);
    is_stale = false;
    if (is_in_guest && !was_in_guest)
        counts_entered();
}

static void window_opens(void)
{
    counts_window_opens();
    if (!follow_window_opens())
        refuse("this Bochs does not tell which instructions it executes");
}

static void window_closes(void)
{
    FILE *record = counts_window_closes();
    counts_window_ends(has_hypervisor);
    follow_window_closes(record);
    fflush(record);
}

static void before_execution(unsigned cpu, const char *instruction)
{
    if (cpu)
        return;
    if (is_stale)
        settle();
    if (operand) {
        uint64_t number;
        memcpy(&number, instruction + operand, sizeof number);
        enum mark mark = mark_of(number);
        if (mark == WINDOW_OPENS)
            window_opens();
        else if (mark == WINDOW_CLOSES)
            window_closes();
    }
    ++*executed;
    follow_begins(instruction, executing);
}

/* MOV r64, imm64 is REX.W, B8 and the register, the number (Intel SDM vol. 2B, MOV). The first one
 * with a mark shows where Bochs keeps such numbers. */
static void decoded(unsigned cpu, const char *instruction, const uint8_t *code, unsigned size)
{
    (void)cpu;
    follow_decoded(instruction, size);
    uint64_t number;
    if (operand || size != 10 || (code[0] & 0xf8) != 0x48 || (code[1] & 0xf8) != 0xb8)
        return;
    memcpy(&number, code + 2, sizeof number);
    if (mark_of(number) == NO_MARK)
        return;
    const char *found = memmem(instruction, DECODED, &number, sizeof number);
    operand = found ? (size_t)(found - instruction) : 0;
}

static void may_change(unsigned cpu) { is_stale |= !cpu; }

/* A guest may be left before its first instruction; one that could not be entered is not left. */
static void leaves(unsigned cpu, uint32_t reason, uint64_t qualification)
{
    if (cpu)
        return;
    if (is_stale)
        settle();
    const char *name = exit_name(reason, qualification);
    if (runs_outer)
        counts_outer_left(name);
    else if (is_in_guest) {
        counts_left(name);
        follow_left(name, exit_is_behind(reason), executing);
    }
    is_stale = true;
}

/* Bochs' functions, as the linker knows them (Bochs, instrument/stubs/instrument.h), those of a
 * trace last. */
static const struct {
    const char *name;
    void *ours;
} hooks[] = {
    {"_Z25bx_instr_before_executionjP15bxInstruction_c", before_execution},
    {"_Z15bx_instr_opcodejP15bxInstruction_cPKhjbb", decoded},
    {"_Z19bx_instr_far_branchjjtmtm", may_change},
    {"_Z18bx_instr_interruptjj", may_change},
    {"_Z18bx_instr_tlb_cntrljjm", may_change},
    {"_Z14bx_instr_resetjj", may_change},
    {"_Z15bx_instr_vmexitjjm", leaves},
    {"_Z22bx_instr_ucnear_branchjjmm", follow_branch},
    {"_Z13bx_instr_outptjj", console_takes},
};
enum { HOOKS = sizeof hooks / sizeof *hooks, OF_TRACES = 2 };

__attribute__((constructor)) static void begin(void)
{
    const char *log = getenv("HYPERBENCH_LOG"), *outermost = getenv("HYPERBENCH_OUTERMOST");
    if (!log || !outermost)
        return;
    is_nested = !strcmp(outermost, "hypervisors");
    has_hypervisor = is_nested || !strcmp(outermost, "hypervisor");
    unsetenv("LD_PRELOAD"); /* Bochs starts programs to copy files */
    const char *folder = getenv("HYPERBENCH_TRACE");
    const char *first = getenv("HYPERBENCH_FIRST"), *last = getenv("HYPERBENCH_LAST");
    bool has_range = first && last;
    if (!counts_open(log) || (folder && !(has_range && follow_into(folder, first, last))))
        refuse("the log of what is counted cannot be written");
    for (size_t i = 0; i < HOOKS - (folder ? 0 : OF_TRACES); i++)
        if (!hook(hooks[i].name, hooks[i].ours))
            refuse("this Bochs has no instrumentation to count with; Debian's has");
    atexit(counts_end);
}
