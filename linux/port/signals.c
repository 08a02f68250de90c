/* Signals: those that faults raise take the place of exceptions, and handlers for primitives. */
#include "port.h"

extern const uint8_t signal_return[];

static const struct {
    int number;
    const char *name;
} faults[] = {{SIGILL, "SIGILL"}, {SIGTRAP, "SIGTRAP"}, {SIGBUS, "SIGBUS"},
              {SIGFPE, "SIGFPE"}, {SIGSEGV, "SIGSEGV"}, {SIGSYS, "SIGSYS"}};

enum { FAULTS = sizeof faults / sizeof *faults, STACK_SIZE = 65536 };

static void set(int signal, uint64_t handler, uint64_t flags)
{
    struct signal_action action = SIGNAL_ACTION(handler, flags, signal_return);
    CALL(rt_sigaction, signal, &action, 0, sizeof action.mask);
}

static uint64_t *word(void *context, uint64_t offset)
{
    return (uint64_t *)((uint8_t *)context + offset);
}

/* A child that faults must not come back from the harness that it is a copy of. */
static void take_fault(int signal, const struct signal_info *info, void *context)
{
    struct trap trap = {.name = "signal",
                        .vector = (unsigned)signal,
                        .error = (unsigned)info->code,
                        .ip = *word(context, CONTEXT_IP),
                        .sp = *word(context, CONTEXT_SP),
                        .address = info->address};
    if (CALL(gettid) != process_id())
        CALL(exit_group, 128 + signal);
    for (unsigned i = 0; i < FAULTS; i++)
        if (faults[i].number == signal)
            trap.name = faults[i].name;
    trap_unhandled(&trap);
}

/* Handlers may be left by a jump, so a signal does not hold back itself. */
void signals_reset(void)
{
    static uint8_t stack[STACK_SIZE] __attribute__((aligned(16)));
    struct {
        void *base;
        int flags;
        uint64_t size;
    } alternate = {stack, 0, sizeof stack};
    uint64_t none = 0;
    for (int signal = 1; signal < SIGNALS; signal++)
        if (signal != SIGALRM)
            set(signal, signal == SIGPIPE ? SIG_IGN : SIG_DFL, 0);
    for (unsigned i = 0; i < FAULTS; i++)
        set(faults[i].number, (uint64_t)take_fault, SA_SIGINFO | SA_ONSTACK | SA_NODEFER);
    CALL(sigaltstack, &alternate, 0);
    CALL(rt_sigprocmask, SIG_SETMASK, &none, 0, sizeof none);
}

void signal_handle(int signal, void (*handler)(int)) { set(signal, (uint64_t)handler, SA_NODEFER); }

void signal_ignore(int signal) { set(signal, SIG_IGN, 0); }

static uint64_t skipped;

static void skip(int signal, const struct signal_info *info, void *context)
{
    (void)signal, (void)info;
    *word(context, CONTEXT_IP) += skipped;
}

void signal_skip(int signal, uint64_t bytes)
{
    skipped = bytes;
    set(signal, (uint64_t)skip, SA_SIGINFO);
}
