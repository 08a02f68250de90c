/*
 * Entry from SBI firmware or a hypervisor, in supervisor mode without paging, and of the
 * harts started later. a0 is the hart's ID, a1 the device tree's address (the RISC-V Linux
 * boot protocol) or, for later harts, what hart_start was given (SBI 9.1). And from EFI firmware.
 */
#include "layout.h"
#include <pe_header.inc>

    .section .boot, "ax"

/* The image header of Linux for RISC-V (Documentation/arch/riscv/boot-image-header.rst):
 * 64 bytes by which a loader knows the raw image and where to put it. */
    .globl image_start
image_start:
    c.li s4, -13 /* "MZ", by which EFI firmware knows an application */
    j boot_entry
    .balign 8
    .dword 0x200000                /* offset from the start of RAM */
    .dword image_end - image_start /* memory needed */
    .dword 0                       /* little-endian */
    .word 2                        /* header version 0.2 */
    .word 0
    .dword 0
    .ascii "RISCV\0\0\0"
    .ascii "RSC\x05"
    .word pe - image_start
pe: pe_header 0x5064, 0

    .balign 4096 /* the headers' page may not be executable */

linked_start:
    .dword image_start

    .globl boot_entry
boot_entry:
    /* The counters at entry. `cycle` and `instret` may be withheld: the illegal-instruction
     * exception then goes on behind the read, and the value stays 0. */
    csrw sie, zero
    csrr s0, time
    lla t0, 1f
    csrw stvec, t0
    li s1, 0
    csrr s1, cycle
    .balign 4
1:
    lla t0, 2f
    csrw stvec, t0
    li s2, 0
    csrr s2, instret
    .balign 4
2:

    /* Every word that .relr.dyn names is moved by where the image really is (System V ABI,
     * "Relative Relocation Table"): an even entry is the linked address of a word, an odd one
     * a map of the 63 words behind the last, from bit 1 on. */
    lla t0, image_start
    ld t1, linked_start
    sub t0, t0, t1
    beqz t0, 8f
    lla t1, relocations_start
    lla t2, relocations_end
3:
    ld t3, 0(t1)
    addi t1, t1, 8
    andi t4, t3, 1
    bnez t4, 4f
    add t5, t3, t0 /* where; then the word behind it */
    ld t4, 0(t5)
    add t4, t4, t0
    sd t4, 0(t5)
    addi t5, t5, 8
    j 7f
4:
    mv t6, t5
5:
    srli t3, t3, 1
    beqz t3, 6f
    slli t4, t3, 63 /* the word's bit, in all bits */
    srai t4, t4, 63
    and t4, t4, t0
    ld a2, 0(t6)
    add a2, a2, t4
    sd a2, 0(t6)
    addi t6, t6, 8
    j 5b
6:
    addi t5, t5, 63 * 8
7:
    bltu t1, t2, 3b
8:

    /* A raw image's loader need not clear what follows it. EFI firmware has told what is there. */
    lla t0, efi
    lbu t0, 0(t0)
    bnez t0, 9f
    lla t0, bss_start
    lla t1, bss_end
5:
    sd zero, 0(t0)
    addi t0, t0, 8
    bltu t0, t1, 5b
9:
    lla sp, boot_stack_top
    lla tp, boot_cpu
    lla t0, trap_entry
    csrw stvec, t0
    mv a2, s0
    mv a3, s1
    mv a4, s2
    call boot_main

/* Turns the firmware's paging off, where this runs, for elsewhere it may not be executable; then begins
 * like any kernel, with the tree at a0, in the copy of this image at a1. Which hart this is the tree
 * says. */
    .globl efi_begin
efi_begin:
    csrci sstatus, SSTATUS_SIE
    csrw satp, zero
    sfence.vma
    fence.i
    mv t0, a1
    mv a1, a0
    li a0, 0
    jr t0

/* A hart started by hart_start: a1 is its struct cpu. */
    .globl secondary_entry
secondary_entry:
    csrw sie, zero
    lla t0, trap_entry
    csrw stvec, t0
    mv tp, a1
    ld sp, CPU_STACK_TOP(tp)
    call smp_secondary_main

    .section .bss
    .balign 16
    .skip 32768
boot_stack_top:

    .section .note.GNU-stack, "", @progbits
