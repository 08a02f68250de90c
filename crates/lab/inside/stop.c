/*
 * Stops the lab's outer machine at this very instruction, for its state to be kept.
 *
 *   stop FILE         FILE maps the register of QEMU's pvpanic (QEMU, docs/specs/pvpanic.rst)
 *
 * While QEMU stops a machine that has asked for it, two of its threads race: it winds the clock
 * on to the next timer, or does not (icount with sleep=off). What follows must not depend on
 * that, so that all images made of the same are the same. So the program waits at one single
 * instruction, for which the two are no different, until a time set beforehand. A register in
 * memory it is because Xen would execute an instruction for a port itself.
 *
 * Exit status: 0 gone on, 1 no such register.
 */
#include "program.h"

enum { SIGALRM = 14, SA_RESTORER = 0x04000000, ITIMER_REAL = 0 };
enum { PANICKED = 1 };

/* For the alarm's signal, which ends the wait. */
static _Noreturn void go_on(int signal)
{
    (void)signal;
    leave(0);
}

static const struct {
    void (*handler)(int);
    u64 flags;
    void (*restorer)(int); /* asked for, though nothing returns from the handler */
    u64 mask;
} action = {go_on, SA_RESTORER, go_on, 0};

/* Longer than Linux's tick. */
static const struct {
    long again_seconds, again_microseconds, seconds, microseconds;
} alarm = {0, 0, 0, 20000};

static int run(long count, const char **words)
{
    if (count != 2)
        return 1;
    u8 *registers = map_registers(words[1], 0);
    if (!registers)
        return 1;
    system_call(SYS_SIGACTION, SIGALRM, (long)&action, 0, sizeof action.mask, 0, 0);
    system_call(SYS_SETITIMER, ITIMER_REAL, (long)&alarm, 0, 0, 0, 0);
    store_and_wait(registers, PANICKED);
}
