/* To firmware in machine mode, or to a hypervisor in its place. An unknown extension shows the
 * way there and back. Fences for other harts' TLBs have this hart in the mask, as kernels do.
 * The debug console is given no bytes, which under KVM is the way to the monitor; firmware
 * features and performance counters are read from tables. Three instructions besides: two
 * arguments are loaded anew. `hypercall` has the same path with the SBI's version. */
#include "ecall.h"

enum { UNKNOWN_EXTENSION = 0x0a7e57 };

static const char *use(uint64_t extension, uint64_t function, uint64_t a0, uint64_t a1, uint64_t a4)
{
    call.extension = extension;
    call.function = function;
    call.argument[0] = a0;
    call.argument[1] = a1;
    call.argument[4] = a4;
    return sbi_has(extension) ? NULL : "the SBI has no such extension";
}

static const char *init_probe(void) { return use(SBI_BASE, BASE_PROBE, SBI_TIME, 0, 0); }

static const char *init_unknown(void)
{
    return use(UNKNOWN_EXTENSION, 0, 0, 0, 0) ? NULL : "the SBI has the extension with this number";
}

/* A mask of harts and the number of its bit 0, then a range: all of it is 0 (SBI 8). */
static const char *init_fence(void) { return use(SBI_RFENCE, 1, 1, boot_cpu.hart, 0); }
static const char *init_fence_asid(void) { return use(SBI_RFENCE, 2, 1, boot_cpu.hart, 1); }
static const char *init_status(void) { return use(SBI_HSM, 2, boot_cpu.hart, 0, 0); }
static const char *init_console(void) { return use(SBI_DBCN, 0, 0, 0, 0); }
static const char *init_counters(void) { return use(SBI_PMU, 0, 0, 0, 0); }

/* fwft_get of what exceptions are delegated, feature 0. */
static const char *init_feature(void) { return use(SBI_FWFT, 1, 0, 0, 0); }

TIMED_INSN_WITH(ECALL_REGISTERS(call.argument[0]), , ECALL)

VARIANT(probe, "-probe", .summary = "Ask the SBI for an extension", .path = PATH_FIRMWARE,
        .exits = 1, .init = init_probe);
VARIANT(unknown, "-unknown", .summary = "Call an extension of the SBI that nobody has",
        .path = PATH_FIRMWARE, .exits = 1, .init = init_unknown);
VARIANT(fence, "-remote-fence", .summary = "Ask the SBI to flush this hart's TLB",
        .path = PATH_FIRMWARE, .exits = 1, .init = init_fence);
VARIANT(fence_asid, "-rfence-asid",
        .summary = "Ask the SBI to flush an address space in this hart's TLB",
        .path = PATH_FIRMWARE, .exits = 1, .init = init_fence_asid);
VARIANT(status, "-hsm-status", .summary = "Ask the SBI for this hart's state",
        .path = PATH_FIRMWARE, .exits = 1, .init = init_status);
VARIANT(console, "-debug-console", .summary = "Write nothing to the SBI's debug console",
        .path = PATH_MONITOR, .exits = 1, .init = init_console);
VARIANT(counters, "-pmu-counters", .summary = "Ask the SBI how many performance counters there are",
        .path = PATH_FIRMWARE, .exits = 1, .init = init_counters);
VARIANT(feature, "-fwft-get", .summary = "Ask the SBI for a firmware feature",
        .path = PATH_FIRMWARE, .exits = 1, .init = init_feature);
