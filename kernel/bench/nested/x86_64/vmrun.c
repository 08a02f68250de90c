/* This kernel as a hypervisor on SVM: VMRUN enters an L2 of one instruction that leaves it at
 * once. Under a hypervisor, L0, both are exits: L0 merges L1's control block (VMCB) with its
 * own and enters L2, and turns L2's exit into one that L1 sees. The VMCB's clean bits tell
 * what has not changed since the last VMRUN: all of it, or nothing. The flush of L2's TLB
 * entries comes with a new address space. */
#include "svm-l2.h"

asm("l2_vmmcall: vmmcall\n");
extern const uint8_t l2_vmmcall[];

TIMED_VMRUN(run, control)

static const char *init(void) { return svm_start(l2_vmmcall, SVM_EXIT_VMMCALL); }

static const char *init_plain(void) { return l2_tried(init()); }

/* Clean only after a first VMRUN: the processor may still hold parts of an earlier VMCB. */
static const char *init_clean(void)
{
    const char *reason = init_plain();
    if (!reason)
        svm_vmcb->clean = SVM_CLEAN_ALL;
    return reason;
}

static const char *init_npt(void)
{
    const char *reason = init();
    return l2_tried(reason ? reason : svm_nested_paging(0, false));
}

static const char *init_flush(void)
{
    const char *reason = init_plain();
    if (!reason)
        svm_vmcb->tlb_control = SVM_FLUSH_ALL;
    return reason;
}

#define VMRUN .path = PATH_NESTED, .exits = 2, .cleanup = svm_stop, .supply = l2_supply

BENCHMARK(.summary = "Enter an empty L2 and leave it (VMRUN, VMMCALL)", VMRUN,
          .also = "kut: latency_run_exit", .init = init_plain);

VARIANT(clean, "-clean", .summary = "Enter an empty L2 with all clean bits set and leave it", VMRUN,
        .also = "kut: latency_run_exit_clean", .init = init_clean);

VARIANT(npt, "-npt", .summary = "Enter an empty L2 under nested page tables and leave it", VMRUN,
        .init = init_npt);

VARIANT(flush, "-flush", .summary = "Enter an empty L2 with a flush of the TLB and leave it", VMRUN,
        .init = init_flush);
