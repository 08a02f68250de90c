/* Handlers for benchmarks that only count: as short as they can be, so that what is timed is the
 * interrupt and not its handler. */
#include "layout.h"

    .text

/* An interrupt of the xAPIC: EOI is a write to memory. */
    .globl counted_by_xapic
counted_by_xapic:
    incq counted
    push %rax
    mov counted_eoi, %rax
    movl $0, (%rax)
    pop %rax
    iretq

/* The same of the x2APIC: EOI is an MSR. */
    .globl counted_by_x2apic
counted_by_x2apic:
    incq counted
    push %rax
    push %rcx
    push %rdx
    mov $MSR_X2APIC_EOI, %ecx
    xor %eax, %eax
    xor %edx, %edx
    wrmsr
    pop %rdx
    pop %rcx
    pop %rax
    iretq

/* What needs no EOI: NMIs. */
    .globl counted_alone
counted_alone:
    incq counted
    iretq

    .section .note.GNU-stack, "", @progbits
