/* What the benchmarks with an L2 share: this kernel runs it as a hypervisor on SVM. */
#ifndef SVM_L2_H
#define SVM_L2_H

#include <hyperbench.h>
#include <svm.h>

/* run() and control() of one instruction of SVM with the VMCB's address in RAX, in loops in which
 * interrupts may be held off. */
#define TIMED_SVM(run, control, ...)                                                       \
    TIMED_INSN_OF(run##_loop, control##_loop, struct vmcb *vmcb = svm_vmcb, , __VA_ARGS__) \
    static void run(uint64_t n) { svm_timed(run##_loop, n); }                              \
    static void control(uint64_t n) { svm_timed(control##_loop, n); }

/* The same for VMRUN: L2 has the general registers of L1, and may change these. */
#define TIMED_VMRUN(run, control) \
    TIMED_SVM(run, control, "vmrun %%rax", : : "a"(vmcb) : "rbx", "rcx", "rdx", "memory")

/* VMRUNs a boot. Under an emulator one takes long, and where instructions are counted it is one:
 * calibration would ask for thousands a batch. */
static inline uint64_t l2_supply(void) { return 2048; }

/* Tries L2 once, if nothing has come between. */
static inline const char *l2_tried(const char *reason)
{
    if (reason)
        svm_stop();
    return reason ? reason : svm_try();
}

/* For instructions that need SVM and a VMCB but no L2: the VMCB has the processor's own state. */
static inline const char *l2_none(void)
{
    const char *reason = svm_start(NULL, 0);
    if (!reason)
        asm volatile("vmsave %%rax" : : "a"(svm_vmcb) : "memory");
    return reason;
}

#endif
