/* A loop with the instruction that says so (PAUSE of x86 or RISC-V, YIELD); its own
 * instructions are subtracted. A hypervisor may take a vCPU that pauses often for one that
 * waits for another, and run that one: pause-loop exiting on x86 looks at a window of 4,096
 * cycles, so that only long loops exit. The emulator goes on to another vCPU at the first. */
#include <hyperbench.h>

TIMED_LOOP(
    run, uint64_t turns = operand, , for (uint64_t turn = 0; turn < turns; turn++) {
        KEEP(turn);
        cpu_relax();
    })
TIMED_LOOP(
    control, uint64_t turns = operand, ,
    for (uint64_t turn = 0; turn < turns; turn++) { KEEP(turn); })

#define PAUSES(id, suffix, text, turns)                                          \
    VARIANT(id, suffix, .summary = "Pause in a busy wait (PAUSE, YIELD), " text, \
            .path = PATH_HYPERVISOR, .exits = EXITS_VARY, .operand = (turns))

PAUSES(pause_1, "-1", "once", 1);
PAUSES(pause_16, "-16", "16 times", 16);
PAUSES(pause_256, "-256", "256 times", 256);
PAUSES(pause_4096, "-4096", "4096 times", 4096);
