/* L1 is this kernel. Each is an exit to the hypervisor below, L0, which finds that it is L1's
 * and hands it on. The way into L2 and out is vmrun's; what differs is what L0 looks up: a bit
 * of the intercepts, of the map of ports, of the map of MSRs. Compare l2-kept, where L0
 * answers itself. */
#include "svm-l2.h"

asm("l2_cpuid: cpuid\n"
    "l2_in: in $0x80, %al\n"
    "l2_rdmsr: rdmsr\n"
    "l2_hlt: hlt\n");
extern const uint8_t l2_cpuid[], l2_in[], l2_rdmsr[], l2_hlt[];

TIMED_VMRUN(run, control)

static const char *init_with(const uint8_t *code, uint32_t intercept, uint64_t exit_code)
{
    const char *reason = svm_start(code, exit_code);
    if (!reason)
        svm_vmcb->intercept1 |= intercept;
    return l2_tried(reason);
}

static const char *init_cpuid(void) { return init_with(l2_cpuid, SVM_CPUID, SVM_EXIT_CPUID); }
static const char *init_in(void) { return init_with(l2_in, SVM_IO, SVM_EXIT_IO); }
static const char *init_rdmsr(void) { return init_with(l2_rdmsr, SVM_MSR, SVM_EXIT_MSR); }
static const char *init_hlt(void) { return init_with(l2_hlt, SVM_HLT, SVM_EXIT_HLT); }

#define L2_EXIT .path = PATH_NESTED, .exits = 2, .cleanup = svm_stop, .supply = l2_supply

BENCHMARK(.summary = "Enter L2 and leave it by a CPUID that L1 intercepts", L2_EXIT,
          .init = init_cpuid);
VARIANT(io, "-io", .summary = "Enter L2 and leave it by an IN that L1 intercepts", L2_EXIT,
        .init = init_in);
VARIANT(msr, "-msr", .summary = "Enter L2 and leave it by an RDMSR that L1 intercepts", L2_EXIT,
        .init = init_rdmsr);
VARIANT(halt, "-hlt", .summary = "Enter L2 and leave it by a HLT that L1 intercepts", L2_EXIT,
        .init = init_hlt);
