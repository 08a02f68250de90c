/* The hypervisor below, L0, answers it alone. L2 repeats the instruction within one VMRUN; the
 * control is an L2 with the same loop without it. Compare l2-exit, where L1, this kernel,
 * answers. */
#include "svm-l2-loop.h"

L2_LOOP(l2_cpuid_kept, "cpuid");
L2_LOOP(l2_in_kept, "in $0x80, %al");
L2_LOOP(l2_rdmsr_kept, "rdmsr");

static const uint8_t *code, *empty; /* of L2, with the instruction and without */

static void loop(uint64_t n) { l2_loop(code, n, 0); }
static void control_loop(uint64_t n) { l2_loop(empty, n, 0); }

static void run(uint64_t n) { svm_timed(loop, n); }
static void control(uint64_t n) { svm_timed(control_loop, n); }

static const char *init(void)
{
    static const uint8_t *const codes[] = {l2_cpuid_kept, l2_in_kept, l2_rdmsr_kept};
    code = codes[operand];
    empty = l2_nothing;
    return svm_start(empty, SVM_EXIT_VMMCALL);
}

#define L2_KEPT .path = PATH_NESTED, .exits = 1, .init = init, .cleanup = svm_stop

BENCHMARK(.summary = "CPUID in L2, which L1 does not intercept", L2_KEPT, .operand = 0);
VARIANT(io, "-io", .summary = "IN in L2, which L1 does not intercept", L2_KEPT, .operand = 1);
VARIANT(msr, "-msr", .summary = "RDMSR in L2, which L1 does not intercept", L2_KEPT, .operand = 2);
