/*
 * Entry through multiboot 1, multiboot 2, PVH and Linux' 32-bit boot protocol, all in protected
 * mode without paging; through Linux' 64-bit protocol, which goes back to that mode; and the way
 * from there to long mode.
 */
#include "layout.h"

#define MULTIBOOT1_MAGIC 0x1badb002
#define MULTIBOOT1_FLAGS 0x00010003 /* aligned modules, memory map, address fields */
#define MULTIBOOT2_MAGIC 0xe85250d6
#define PVH_MAGIC 0x336ec578
#define COM1 0x3f8
#define SEGMENT_CODE_32 0x10
#define SEGMENT_DATA_32 0x18

    .section .boot, "ax"

/* Linux, Documentation/arch/x86/boot.rst, "32-bit Boot Protocol": ESI has boot_params. What follows
 * the file is not cleared by the loader. */
    .code32
linux_entry:
    cld
    mov $LOADED_AS_LINUX, %ebp
    mov %esi, %ebx
    xor %eax, %eax
    mov $image_load_end, %edi
    mov $bss_words, %ecx
    rep stosl
    jmp start

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
    jmp start

pvh_entry: /* ebx: hvm_start_info */
    cld
    mov $PVH_MAGIC, %ebp
start:
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

/* "64-bit Boot Protocol" of the same document: RSI has boot_params, the image's and its page are
 * mapped 1:1. Its page tables may be anywhere and of five levels, which only the way through
 * protected mode without paging can change (Intel SDM 3, 4.1.2). */
    .org LINUX_ENTRY_64
    .code64
linux_entry_64:
    cld
    cli
    mov $LOADED_AS_LINUX, %ebp
    mov %esi, %ebx
    xor %eax, %eax
    mov $image_load_end, %edi
    mov $bss_words, %ecx
    rep stosl
    mov $boot_stack_top, %esp
    mov $start, %edx
    jmp leave_long_mode

/* The copy at RDI, below 4 GiB, of this image is moved to where it is linked, out of which the
 * firmware may have been running; it has been told all that the kernel asks for. */
    .globl efi_move
efi_move:
    cli
    cld
    mov %edi, %esi
    lea efi_moving(%rip), %rdx
    jmp leave_long_mode

    .code32
efi_moving:
    mov $image_start, %edi
    mov $image_words, %ecx
    rep movsl
    mov $LOADED_BY_EFI, %ebp
    xor %ebx, %ebx
    mov $start, %eax
    jmp *%eax

/* Goes to the 32-bit code at EDX with paging off; keeps ESI, EBP and EBX. Wherever it runs. */
    .code64
leave_long_mode:
    sub $16, %rsp
    lea boot_gdt(%rip), %rax
    movw $boot_gdt_limit, (%rsp)
    mov %rax, 2(%rsp)
    lgdt (%rsp)
    push $SEGMENT_CODE_32
    lea 1f(%rip), %rax
    push %rax
    lretq

    .code32
1:
    mov $SEGMENT_DATA_32, %eax
    mov %eax, %ds
    mov %eax, %es
    mov %eax, %ss
    mov %edx, %edi
    mov %cr4, %eax
    and $~CR4_PCIDE, %eax /* must be off before paging is */
    mov %eax, %cr4
    mov %cr0, %eax
    and $~CR0_PG, %eax
    mov %eax, %cr0
    mov $MSR_EFER, %ecx
    rdmsr
    and $~EFER_LME, %eax
    wrmsr
    xor %eax, %eax
    mov %eax, %cr4
    jmp *%edi

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
    .quad 0x00cf9b000000ffff /* SEGMENT_CODE_32 */
    .quad 0x00cf93000000ffff /* SEGMENT_DATA_32 */
    .set boot_gdt_limit, . - boot_gdt - 1
boot_gdt_pointer:
    .short boot_gdt_limit
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
