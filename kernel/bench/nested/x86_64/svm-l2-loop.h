/* An L2 that repeats an instruction by itself, within one VMRUN. */
#ifndef SVM_L2_LOOP_H
#define SVM_L2_LOOP_H

#include "svm-l2.h"

/* An L2 that does `instruction` RDI times, and leaves. RSI goes through addresses a page apart;
 * EAX is 0 and ECX an MSR's number, for those that take them. */
#define L2_LOOP(name, instruction)                     \
    asm(#name ":\n"                                    \
              "1:\txor %eax, %eax\n\t"                 \
              "mov $0x1b, %ecx\n\t" instruction "\n\t" \
              "add $0x1000, %rsi\n\t"                  \
              "dec %rdi\n\t"                           \
              "jnz 1b\n\t"                             \
              "vmmcall\n");                            \
    extern const uint8_t name[]

/* The same without the instruction: what both loops have in common. */
L2_LOOP(l2_nothing, "");

/* Runs an L2 of this kind from its start. */
static inline void l2_loop(const uint8_t *code, uint64_t n, uint64_t address)
{
    svm_vmcb->rip = (uint64_t)code;
    asm volatile("vmrun %%rax"
                 : "+D"(n), "+S"(address)
                 : "a"(svm_vmcb)
                 : "rbx", "rcx", "rdx", "memory");
}

#endif
