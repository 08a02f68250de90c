/* Through port 0xb2, with a number that it does not know: the interrupt, the saved state,
 * firmware's handler and RSM. A hypervisor that has SMM emulates save and return instruction
 * by instruction. The processor's count of SMIs tells whether there was one. */
#include <hyperbench.h>

#include "probe.h"
#include "x86.h"

enum { COMMAND_PORT = 0xb2, UNKNOWN_COMMAND = 0xff, MSR_SMI_COUNT = 0x34, TRIES = 1000 };

static uint64_t smis;

static void read_count(uint64_t msr) { smis = rdmsr((uint32_t)msr); }

static const char *init(void)
{
    const char *reason = probe_reason("reading the count of SMIs", read_count, MSR_SMI_COUNT);
    if (reason)
        return reason;
    out8(COMMAND_PORT, UNKNOWN_COMMAND);
    for (unsigned i = 0; i < TRIES; i++) /* an emulator may take it some instructions later */
        if (rdmsr(MSR_SMI_COUNT) != smis)
            return NULL;
    return "port 0xb2 brings no SMI";
}

TIMED_INSN_WITH(uint64_t port = COMMAND_PORT; uint64_t command = UNKNOWN_COMMAND, ,
                                              "outb %b0, %w1", : : "a"(command),
                                              "d"(port) : "memory")

BENCHMARK(.summary = "Call firmware's System Management Mode (SMI)", .path = PATH_FIRMWARE,
          .exits = EXITS_VARY, .flags = DANGEROUS_ON_METAL, .init = init);
