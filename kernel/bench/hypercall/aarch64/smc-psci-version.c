/* Firmware at EL3 answers it on a bare machine. In a guest HCR_EL2.TSC brings it to the
 * hypervisor, which answers, or denies that there is such an instruction: then nothing is
 * measured. */
#include <hyperbench.h>
#include <psci.h>
#include <smccc.h>

static const char *init(void)
{
    struct smccc call = {{PSCI_VERSION}};
    smccc_smc(&call);
    return call.word[0] == SMCCC_NOT_SUPPORTED ? "nobody answers SMC here" : NULL;
}

TIMED_INSN_WITH(register uint64_t function asm("x19") = PSCI_VERSION, ,
                "mov x0, %0\n\tsmc #0", : : "r"(function) : "x0", "x1", "x2", "x3", "x4", "x5",
                "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17",
                "memory")

BENCHMARK(.summary = "Call the firmware for PSCI's version (SMC)", .path = PATH_FIRMWARE,
          .exits = 1, .init = init);
