/* AMD SVM with this kernel as the hypervisor: an L2 guest of a few instructions in the kernel's
 * own address space. AMD APM 2, chapter 15 and appendix B. For benchmarks: svm_start() in init(),
 * svm_stop() in cleanup(). */
#ifndef SVM_H
#define SVM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svm_segment {
    uint16_t selector, attributes;
    uint32_t limit;
    uint64_t base;
};

/* The virtual machine control block (APM 2, tables B-1 and B-2). */
struct vmcb {
    uint32_t intercept_cr, intercept_dr, intercept_exceptions;
    uint32_t intercept1, intercept2;
    uint8_t reserved1[0x40 - 0x14];
    uint64_t io_map, msr_map, tsc_offset;
    uint32_t asid;
    uint32_t tlb_control;
    uint64_t virtual_interrupt, interrupt_shadow;
    uint64_t exit_code, exit_info1, exit_info2, exit_interrupt;
    uint64_t nested_paging;
    uint8_t reserved2[0xb0 - 0x98];
    uint64_t nested_root, lbr_control;
    uint32_t clean, reserved3;
    uint64_t next_ip;
    uint8_t reserved4[0x400 - 0xd0];

    struct svm_segment es, cs, ss, ds, fs, gs, gdtr, ldtr, idtr, tr;
    uint8_t reserved5[0x4cb - 0x4a0];
    uint8_t cpl;
    uint32_t reserved6;
    uint64_t efer;
    uint8_t reserved7[0x548 - 0x4d8];
    uint64_t cr4, cr3, cr0, dr7, dr6, rflags, rip;
    uint8_t reserved8[0x5d8 - 0x580];
    uint64_t rsp;
    uint8_t reserved9[0x5f8 - 0x5e0];
    uint64_t rax;
    uint8_t reserved10[0x640 - 0x600];
    uint64_t cr2;
    uint8_t reserved11[0x668 - 0x648];
    uint64_t pat;
    uint8_t reserved12[0x1000 - 0x670];
} __attribute__((packed, aligned(4)));

/* Bits of intercept1 and intercept2. svm_start() sets those that keep L2 from harm. */
enum { SVM_CPUID = 1 << 18, SVM_HLT = 1 << 24, SVM_IO = 1 << 27, SVM_MSR = 1 << 28 };

/* vmcb.exit_code (APM 2, appendix C). */
enum {
    SVM_EXIT_INTERRUPT = 0x60,
    SVM_EXIT_CPUID = 0x72,
    SVM_EXIT_HLT = 0x78,
    SVM_EXIT_IO = 0x7b,
    SVM_EXIT_MSR = 0x7c,
    SVM_EXIT_VMMCALL = 0x81,
    SVM_EXIT_NESTED_FAULT = 0x400
};

enum { SVM_CLEAN_ALL = 0xfff, SVM_FLUSH_ALL = 1, SVM_ASID = 1 };

/* The address of the VMCB, which VMRUN and others take in RAX, and what it is expected to exit
 * with; valid from svm_start() on. */
extern struct vmcb *svm_vmcb;

/* Turns SVM on and fills the VMCB for an L2 that starts at `entry` and exits with `exit_code`.
 * Returns NULL, or why there is no SVM here. */
const char *svm_start(const void *entry, uint64_t exit_code);

/* Gives L2 nested page tables: memory below 4 GiB as it is, and `pages` addresses of 4 KiB from
 * SVM_TOUCHED on, each of which leads to the same page, or to none unless `mapped`. L2 reaches
 * these under the same addresses. Returns NULL, or why that is not possible. */
const char *svm_nested_paging(uint64_t pages, bool mapped);
#define SVM_TOUCHED 0x1000000000ULL

/* Maps the touched address that L2 has exited for. */
void svm_map_touched(void);

/* Runs L2 once and says whether it exited as expected, NULL, or that it did not. */
const char *svm_try(void);

/* Runs a timed loop of VMRUNs, or of other instructions of SVM, in which interrupts are held off,
 * and lets them in again. Ends the benchmark as a fault if L2's last exit was an unexpected one. */
void svm_timed(void (*loop)(uint64_t), uint64_t n);

/* Turns SVM off: no interrupt is held off any more, and EFER is what it was. Without effect when
 * SVM is off. */
void svm_stop(void);

#endif
