/* Where a secondary CPU starts: real mode at TRAMPOLINE, to which this code is copied. */
#include "layout.h"

#define AT(symbol) (TRAMPOLINE + symbol - trampoline_start)

    .section .rodata
    .globl trampoline_start, trampoline_end
    .code16
trampoline_start:
    cli
    xor %ax, %ax
    mov %ax, %ds
    lgdtl AT(gdt_pointer)
    /* From real mode straight into long mode: PAE, CR3, LME, then PG and PE together. */
    mov $CR4_PAE, %eax
    mov %eax, %cr4
    mov AT(root), %eax
    mov %eax, %cr3
    mov $MSR_EFER, %ecx
    rdmsr
    or $EFER_LME, %eax
    wrmsr
    mov %cr0, %eax
    and $~(CR0_CD | CR0_NW), %eax
    or $(CR0_PG | CR0_WP | CR0_PE), %eax
    mov %eax, %cr0
    ljmpl $SEGMENT_CODE, $AT(long_mode)

    .code64
long_mode:
    xor %eax, %eax
    mov %eax, %ds
    mov %eax, %es
    mov %eax, %ss
    mov %eax, %fs
    mov %eax, %gs
    mov smp_starting_stack, %rsp
    mov $smp_secondary_main, %rax
    call *%rax

    .balign 8
root:
    .long boot_pml4
gdt_pointer:
    .short 15
    .long AT(gdt)
    .balign 8
gdt:
    .quad 0
    .quad 0x00af9b000000ffff
trampoline_end:

    .section .note.GNU-stack, "", @progbits
