/*
 * A library that is loaded before Bochs' own. Where the environment names a log, it counts executed
 * instructions by who executes them, and exits by their reasons (counts.h), without a hypervisor a
 * part of what the guest does (events.h), and follows each instruction where it names a folder, too
 * (trace.h):
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
#include "events.h"
#include "exits.h"
#include "follow.h"
#include "hooks.h"
#include "state.h"
#include "usage.h"

#define UNKNOWN_INSTRUCTIONS "this Bochs does not tell which instructions it executes"

static bool has_hypervisor, is_nested;
static size_t operand; /* where decoded instructions have one of 64 bits; 0: not yet seen */

/* What is known of a processor, and the one whose turn it is. */
static struct processor {
    const struct number *level, *guest, *vmcs;
    bool is_known, is_in_guest;
    bool runs_outer; /* a hypervisor that is a guest itself */
    enum world executing;
    uint64_t *executed; /* by it */
} processors[PROCESSORS], *running = processors;

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
static enum world look(struct processor *at)
{
    if (!at->level) {
        unsigned number = (unsigned)(at - processors);
        at->level = state_number(number, "SS.dpl");
        at->guest = state_flag(number, "VMX.in_vmx_guest");
        at->vmcs = state_number(number, "VMX.vmcsptr");
        if (!at->level || (has_hypervisor && (!at->guest || !at->vmcs)))
            refuse("this Bochs does not tell the state of its processor");
    }
    bool is_user = number_value(at->level) == 3;
    bool runs_any = has_hypervisor && flag_value(at->guest);
    at->runs_outer = is_nested && runs_any && is_outer(number_value(at->vmcs));
    at->is_in_guest = runs_any && !at->runs_outer;
    if (at->is_in_guest || !has_hypervisor)
        return is_user ? GUEST_USER : GUEST_KERNEL;
    return is_user ? DEVICE_MODEL : HYPERVISOR;
}

/* It is the turn of a processor, of which all is known then. */
static void turn(unsigned cpu)
{
    if (running != &processors[cpu]) {
        running = &processors[cpu];
        counts_turn(cpu);
        follow_turn(cpu);
    }
    if (running->is_known)
        return;
    bool was_in_guest = running->is_in_guest;
    running->executing = look(running);
    running->executed = counts_executed(running->executing);
    running->is_known = true;
    if (running->is_in_guest && !was_in_guest)
        counts_entered();
}

static void window_opens(void)
{
    counts_window_opens();
    usage_window_opens();
    if (!follow_window_opens())
        refuse(UNKNOWN_INSTRUCTIONS);
}

static void window_closes(void)
{
    FILE *record = counts_window_closes();
    if (!has_hypervisor)
        usage_print(record, true);
    counts_window_ends(has_hypervisor);
    follow_window_closes(record);
    fflush(record);
}

static void before_execution(unsigned cpu, const char *instruction)
{
    turn(cpu);
    if (operand) {
        uint64_t number;
        memcpy(&number, instruction + operand, sizeof number);
        enum mark mark = mark_of(number);
        if (mark == WINDOW_OPENS)
            window_opens();
        else if (mark == WINDOW_CLOSES)
            window_closes();
    }
    ++*running->executed;
    if (!has_hypervisor)
        events_executed(instruction, running->executing == GUEST_USER);
    follow_begins(instruction, running->executing);
}

/* MOV r64, imm64 is REX.W, B8 and the register, the number (Intel SDM vol. 2B, MOV). The first one
 * with a mark shows where Bochs keeps such numbers. */
static void decoded(unsigned cpu, const char *instruction, const uint8_t *code, unsigned size)
{
    (void)cpu;
    follow_decoded(instruction, size);
    if (!has_hypervisor && !events_decoded(instruction, code, size))
        refuse(UNKNOWN_INSTRUCTIONS);
    uint64_t number;
    if (operand || size != 10 || (code[0] & 0xf8) != 0x48 || (code[1] & 0xf8) != 0xb8)
        return;
    memcpy(&number, code + 2, sizeof number);
    if (mark_of(number) == NO_MARK)
        return;
    const char *found = memmem(instruction, DECODED, &number, sizeof number);
    operand = found ? (size_t)(found - instruction) : 0;
}

static void may_change(unsigned cpu) { processors[cpu].is_known = false; }

/* A guest may be left before its first instruction; one that could not be entered is not left. */
static void leaves(unsigned cpu, uint32_t reason, uint64_t qualification)
{
    turn(cpu);
    const char *name = exit_name(cpu, reason, qualification);
    if (running->runs_outer)
        counts_outer_left(name);
    else if (running->is_in_guest) {
        counts_left(name);
        follow_left(name, exit_is_behind(cpu, reason), running->executing);
    }
    may_change(cpu);
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
    {"_Z20bx_instr_hwinterruptjjtm", events_interrupted},
    {"_Z12bx_instr_hltj", events_halts},
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
    counts_side_by_side();
    events_begin();
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
