/*
 * Entry through multiboot 1, multiboot 2 and PVH, all in 32-bit protected mode without
 * paging, and the way from there to long mode.
 */
#include "layout.h"

#define MULTIBOOT1_MAGIC 0x1badb002
#define MULTIBOOT1_FLAGS 0x00010003 /* aligned modules, memory map, address fields */
#define MULTIBOOT2_MAGIC 0xe85250d6
#define PVH_MAGIC 0x336ec578
#define COM1 0x3f8

    .section .boot, "ax"

/* Multiboot 1, section 3.1. The address fields let loaders that know only 32-bit ELF
 * (QEMU's -kernel) take this 64-bit one. */
    .balign 4
multiboot1_header:
    .long MULTIBOOT1_MAGIC
    .long MULTIBOOT1_FLAGS
    .long -(MULTIBOOT1_MAGIC + MULTIBOOT1_FLAGS)
    .long multiboot1_header
    .long image_start
    .long image_load_end
    .long image_end
    .long multiboot_entry

/* Multiboot 2, section 3.1; the loader reads the ELF headers. */
    .balign 8
multiboot2_header:
    .long MULTIBOOT2_MAGIC
    .long 0 /* i386 protected mode */
    .long multiboot2_end - multiboot2_header
    .long -(MULTIBOOT2_MAGIC + multiboot2_end - multiboot2_header)
    .short 0, 0 /* end tag */
    .long 8
multiboot2_end:

    .code32
    .globl multiboot_entry
multiboot_entry: /* eax: the loader's magic, ebx: its information */
    cld
    mov %eax, %ebp
    jmp 1f

pvh_entry: /* ebx: hvm_start_info */
    cld
    mov $PVH_MAGIC, %ebp
1:
    mov $boot_stack_top, %esp
    rdtsc
    mov %eax, boot_entry_time
    mov %edx, boot_entry_time + 4

    /* Without long mode the next instructions would end in a silent reset: say so instead. */
    mov %ebx, %esi /* CPUID overwrites EBX */
    mov $0x80000000, %eax
    cpuid
    cmp $0x80000001, %eax
    jb no_long_mode
    mov $0x80000001, %eax
    cpuid
    bt $29, %edx
    jnc no_long_mode

    /* The first 4 GiB, mapped 1:1 with 2 MiB pages: a gigabyte now, the rest in long mode, which
     * hypervisors that emulate this mode run much faster. */
    movl $boot_pdpt + PTE_TABLE, boot_pml4
    movl $boot_directory + PTE_TABLE, boot_pdpt
    movl $boot_directories + PTE_TABLE, boot_pdpt + 8
    movl $boot_directories + 4096 + PTE_TABLE, boot_pdpt + 16
    movl $boot_directories + 2 * 4096 + PTE_TABLE, boot_pdpt + 24

    /* Interrupts stay off; long mode is turned on by PAE, LME and PG (AMD APM 2, 14.6). */
    mov $boot_pml4, %eax
    mov %eax, %cr3
    mov %cr4, %eax
    or $CR4_PAE, %eax
    mov %eax, %cr4
    mov $MSR_EFER, %ecx
    rdmsr
    or $EFER_LME, %eax
    wrmsr
    mov %cr0, %eax
    or $(CR0_PG | CR0_WP | CR0_PE), %eax
    and $~(CR0_CD | CR0_NW), %eax
    mov %eax, %cr0
    lgdt boot_gdt_pointer
    ljmp $SEGMENT_CODE, $long_mode_entry

no_long_mode:
    mov $no_long_mode_text, %esi
    mov $(no_long_mode_end - no_long_mode_text), %ecx
    mov $COM1, %edx
    rep outsb
1:
    hlt
    jmp 1b

    .code64
long_mode_entry:
    xor %eax, %eax
    mov %eax, %ds
    mov %eax, %es
    mov %eax, %ss
    mov %eax, %fs
    mov %eax, %gs
    mov $boot_directories, %edi
    mov $(0x40000000 | PTE_PAGE_2M), %eax
    mov $(3 * 512), %ecx
1:
    mov %rax, (%rdi)
    add $8, %rdi
    add $0x200000, %rax
    dec %ecx
    jnz 1b
    mov %ebp, %edi /* boot_main(loader's magic, its information); the latter is in ESI */
    xor %ebp, %ebp
    call boot_main

/* PVH: the entry point as an ELF note of Xen's, type 18 (xen/include/public/elfnote.h). */
    .section .note.pvh, "a", @note
    .balign 4
    .long 4, 4, 18
    .asciz "Xen"
    .long pvh_entry

    .section .rodata
no_long_mode_text:
    .ascii "HyperBench needs a 64-bit processor: this one has no long mode.\r\n"
no_long_mode_end:
    .balign 8
    .globl boot_gdt_pointer
boot_gdt:
    .quad 0
    .quad 0x00af9b000000ffff /* SEGMENT_CODE: 64-bit, ring 0 */
boot_gdt_pointer:
    .short . - boot_gdt - 1
    .quad boot_gdt

/* The first gigabyte, laid out at build time. Device memory is left to the MTRRs. */
    .section .data.page_tables, "aw"
    .balign 4096
boot_directory:
    .set page, 0
    .rept 512
    .quad page * 0x200000 + PTE_PAGE_2M
    .set page, page + 1
    .endr

    .section .bss
    .balign 4096
    .globl boot_pml4
boot_pml4:
    .skip 4096
boot_pdpt:
    .skip 4096
boot_directories:
    .skip 3 * 4096

    .globl boot_stack_top
    .balign 16
    .skip 32768
boot_stack_top:

    .section .note.GNU-stack, "", @progbits
