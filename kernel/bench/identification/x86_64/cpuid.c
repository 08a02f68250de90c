/* Subleaf 0. Intel's processors always exit on it, and hypervisors intercept it on AMD's: KVM
 * searches its list of the guest's leaves, from the first on, and mends some (1, 7, 0xd) by
 * what the guest has turned on. A leaf above the guest's highest takes a second search:
 * Intel's processors answer it with the highest leaf, AMD's with zeros. */
#include <hyperbench.h>

TIMED_INSN_WITH(uint64_t leaf = operand, uint32_t a = (uint32_t)leaf;
                uint32_t c = 0, "cpuid", : "+a"(a), "+c"(c) : : "rbx", "rdx")

#define COMMON .path = PATH_HYPERVISOR, .exits = 1

BENCHMARK(.flags = QUICK,
          .summary = "Identify the processor: its vendor and highest leaf (CPUID 0)",
          .also = "kut: cpuid; CVM: cpuid (rax=0)", .event = "cpuid", COMMON);
VARIANT(features, "-1", .summary = "Identify the processor: its features (CPUID 1)",
        .also = "ACRN: cpuid 0x1; CVM: cpuid (rax=1)", .operand = 1, COMMON);
VARIANT(more_features, "-7", .summary = "Identify the processor: its later features (CPUID 7)",
        .operand = 7, COMMON);
VARIANT(state, "-0xd", .summary = "Identify the processor: sizes of its state (CPUID 0xd)",
        .also = "ACRN: cpuid 0xd", .operand = 0xd, COMMON);
VARIANT(hypervisor, "-0x40000000",
        .summary = "Ask for the hypervisor's signature (CPUID 0x40000000)", .operand = 0x40000000,
        COMMON);
VARIANT(unknown, "-unknown", .summary = "Ask for a leaf that no processor has (CPUID 0x3fffffff)",
        .operand = 0x3fffffff, COMMON);
