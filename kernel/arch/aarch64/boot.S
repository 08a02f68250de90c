/*
 * Entry as a Linux Image (x0: device tree) or as an ELF file (x0 says nothing), at EL1 or
 * EL2, with the MMU off; as an EFI application; and the entry of the other CPUs.
 */
#include "layout.h"
#include <pe_header.inc>

    .section .boot, "ax"

/* The header of an Image (Linux, Documentation/arch/arm64/booting.rst). Its first instruction does
 * no harm and is "MZ", by which EFI firmware knows an application. */
header:
    ccmp x18, #0, #0xd, pl
    b start
    .quad 0             /* offset from a multiple of 2 MiB */
    .quad image_size    /* with what follows the file: .bss */
    .quad 0xa           /* little-endian, 4 KiB pages, anywhere in RAM */
    .quad 0, 0, 0
    .ascii "ARM\x64"
    .long pe - header
pe: pe_header 0xaa64, 0

    .balign 4096 /* the headers' page may not be executable */
start:
    mov x21, x0
    bl enter_el1
    mrs x20, cntvct_el0
    adrp x0, early_stack
    add x0, x0, EARLY_STACK_SIZE
    mov sp, x0
    mov x0, x21
    bl early_find_tree
    mov x19, x0
    bl early_map
    bl mmu_on

    adrp x0, efi
    ldrb w0, [x0, :lo12:efi]
    cbnz w0, 2f /* what is there the firmware has told */
    adrp x0, bss_start
    add x0, x0, :lo12:bss_start
    adrp x1, bss_end
    add x1, x1, :lo12:bss_end
1:  stp xzr, xzr, [x0], #16
    cmp x0, x1
    b.lo 1b
2:
    bl relocate

    adrp x0, boot_cpu
    add x0, x0, :lo12:boot_cpu
    adrp x1, boot_stack_top
    adrp x2, exception_stack_top
    stp x1, x2, [x0, CPU_STACK_TOP]
    bl use_stacks
    mov x0, x19
    cmp x19, x21
    cset w1, eq
    mov x2, x20
    bl boot_main

/* Turns the firmware's MMU and caches off, where this runs, for elsewhere it may not be executable;
 * then begins like any kernel in the copy of this image at x1. That, this and the tree at x0 have been
 * written back. Lines of the copy are dropped, for the first writes there go past them. */
    .globl efi_begin
efi_begin:
    msr daifset, #0xf
    mrs x2, CurrentEL
    cmp x2, #(2 << 2)
    b.eq 1f
    mrs x2, sctlr_el1
    bic x2, x2, #SCTLR_M
    bic x2, x2, #SCTLR_C
    msr sctlr_el1, x2
    b 2f
1:  mrs x2, sctlr_el2
    bic x2, x2, #SCTLR_M
    bic x2, x2, #SCTLR_C
    msr sctlr_el2, x2
2:  isb
    adrp x2, image_start
    adrp x3, image_end
    sub x3, x3, x2
    add x3, x3, x1
    mov x2, x1
3:  dc civac, x2
    add x2, x2, #16 /* the smallest line */
    cmp x2, x3
    b.lo 3b
    dsb sy
    ic iallu
    dsb sy
    isb
    add x1, x1, #4096 /* start */
    br x1

/* A CPU started by PSCI; x0: its struct cpu. */
    .globl secondary_start
secondary_start:
    mov x19, x0
    bl enter_el1
    adrp x0, page_root
    bl mmu_on
    mov x0, x19
    bl use_stacks
    mov x0, x19
    bl smp_secondary_main

/* Per-CPU pointer, stacks and vectors; x0: struct cpu. The kernel runs on SP_EL0 and its
 * exception handlers on SP_EL1, so that a broken stack is an exception like any other. */
use_stacks:
    msr tpidr_el1, x0
    ldp x1, x2, [x0, CPU_STACK_TOP]
    mov sp, x2
    msr spsel, #0
    mov sp, x1
    adrp x1, vectors
    add x1, x1, :lo12:vectors
    msr vbar_el1, x1
    isb
    msr daifclr, #4 /* SErrors are reported, not kept */
    ret

/* Turns the MMU on with the root table x0; code is mapped where it runs. */
mmu_on:
    ldr x1, =MAIR_VALUE
    msr mair_el1, x1
    ldr x1, =TCR_VALUE
    mrs x2, id_aa64mmfr0_el1
    and x2, x2, #7 /* PARange; 6 and more (52 bits) need another table format */
    mov x3, #5
    cmp x2, x3
    csel x2, x2, x3, lo
    orr x1, x1, x2, lsl TCR_IPS_SHIFT
    msr tcr_el1, x1
    b switch_root

/* Changes the root table to x0 with the MMU off in between: old and new table may map an
 * address with different page sizes, which must never be live together (Arm ARM, D8.16,
 * "break-before-make"). Touches no memory. */
    .globl switch_root
switch_root:
    ldr x1, =SCTLR_BASE
    msr sctlr_el1, x1
    isb
    msr ttbr0_el1, x0
    isb
    tlbi vmalle1
    dsb nsh
    ic iallu
    dsb nsh
    isb
    ldr x1, =SCTLR_ON
    msr sctlr_el1, x1
    isb
    ret

/* Adds the distance from the linked address to every word that .relr.dyn names (System V ABI,
 * "Relative Relocation Table"): an even entry is the linked address of a word, an odd one a map
 * of the 63 words behind the last, from bit 1 on. */
relocate:
    adrp x0, image_start
    ldr x1, =LINK_ADDRESS
    sub x1, x0, x1
    adrp x0, relocations_start
    add x0, x0, :lo12:relocations_start
    adrp x2, relocations_end
    add x2, x2, :lo12:relocations_end
1:  cmp x0, x2
    b.hs 5f
    ldr x3, [x0], #8
    tbnz x3, #0, 2f
    add x4, x3, x1 /* where; then the word behind it */
    ldr x5, [x4]
    add x5, x5, x1
    str x5, [x4], #8
    b 1b
2:  mov x6, x4
3:  lsr x3, x3, #1
    cbz x3, 4f
    ldr x5, [x6]
    add x7, x5, x1
    tst x3, #1
    csel x5, x7, x5, ne
    str x5, [x6], #8
    b 3b
4:  add x4, x4, #(63 * 8)
    b 1b
5:  ret

    .ltorg

    .section .data.early, "aw"
    .balign 4096
early_stack:
    .skip EARLY_STACK_SIZE

    .section .bss
    .balign 4096
    .skip BOOT_STACK_SIZE
boot_stack_top:
    .skip EXCEPTION_STACK_SIZE
exception_stack_top:

    .section .note.GNU-stack, "", @progbits
