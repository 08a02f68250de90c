/*
 * What stands in front of the image in a file that loaders of Linux, EFI firmware and a BIOS take: a
 * bzImage's set-up header and the real-mode code that a BIOS's loaders run (Linux,
 * Documentation/arch/x86/boot.rst, "The Real-Mode Kernel Header"), an EFI application's header, and a
 * start for a BIOS that has the whole file in memory, from a disk or a CD.
 * Nothing here is part of the kernel in memory: a loader of Linux puts it elsewhere. Labels are
 * offsets in the file.
 */
#include "layout.h"
#include <pe_header.inc>

#define SECTOR 512
#define PARAMS_STACK 0x1ff0
#define SMAP 0x534d4150
#define E820_MOST 128 /* entries in boot_params */
#define E820_ENTRY 20

    .section .front, "", @progbits
    .code16
setup_start:
    .ascii "MZ" /* as code: dec %bp, pop %dx */
    jmp file_entry
    .org 0x3c
    .long pe
pe:
    pe_header 0x8664, 0x2000000 /* 32 MiB: where firmware seldom is, if it may be chosen */
    .org 0x1f1
    .byte SETUP_SIZE / SECTOR - 1 /* sectors behind the first */
    .short 0
    .long linux_paragraphs /* of 16 bytes, of what is loaded at LOAD_ADDRESS */
    .short 0, 0, 0
    .short 0xaa55
    jmp header_end /* two bytes: where it leads to is the header's end */
    .org 0x202
    .ascii "HdrS"
    .short 0x020c /* version of the protocol: the first with xloadflags */
    .long 0
    .short 0, 0
    .byte 0
    .byte 1 /* loaded high: the kernel is at LOAD_ADDRESS */
    .short 0
code32_start:
    .long LOAD_ADDRESS
    .long 0, 0 /* no ramdisk is used */
    .long 0
    .short 0xe000 - SECTOR /* end of the heap: this segment's, less the protocol's 512 bytes */
    .byte 0, 0
cmd_line_ptr:
    .long 0
    .long 0x7fffffff /* the highest address of a ramdisk */
    .long 0x1000     /* alignment */
    .byte 0          /* not relocatable */
    .byte 0
    .short 1    /* XLF_KERNEL_64: 64-bit entry at 0x200 */
    .long 4095  /* the longest command line: CMDLINE_MAX less one */
    .long 0     /* a PC */
    .quad 0
    .long 0, 0
    .quad 0
    .quad LOAD_ADDRESS
    .long linux_init_size /* memory needed from there on */
    .long 0               /* no EFI handover: the file is an EFI application itself */

header_end:
    jmp setup_entry

/* From a disk or a CD (El Torito 1.0, "no emulation"): the whole file is in low memory, and any CS and
 * IP may stand for its first byte. */
file_entry:
    cli
    cld
    xor %ax, %ax
    mov %ax, %ss
    mov $(FILE_PARAMS_SEGMENT << 4), %sp
    call 1f
1:
    pop %ax
    sub $1b, %ax
    shr $4, %ax
    mov %cs, %dx
    add %dx, %ax
    mov %ax, %ds
    push %ds
    push $1f
    lret
1:
    movb $1, is_whole_file
    mov $FILE_PARAMS_SEGMENT, %ax
    jmp make_params

/* From a loader of Linux: DS and SS are this code's segment, whose end is free for us. */
setup_entry:
    cli
    cld
    mov %ds, %ax
    add $(SETUP_SIZE >> 4), %ax

make_params: /* at AX:0, where the stack is as well */
    mov %ax, %es
    mov %ax, %ss
    mov $PARAMS_STACK, %esp
    push %ds
    xor %eax, %eax
    xor %edi, %edi
    mov $(4096 / 4), %ecx
    rep stosl
    mov cmd_line_ptr, %eax
    mov %eax, %es:PARAMS_CMD_LINE

    /* INT 15h, E820h: ACPI 6.5, 15.1. Firmware without it has told nothing: the kernel says so. That of
     * kvmtool and qboot takes all segments for the same one, and keeps not all of them. */
    mov $PARAMS_E820, %edi
    xor %ebx, %ebx
1:
    push %ss
    pop %ds
    push %ss
    pop %es
    mov $0xe820, %eax
    mov $SMAP, %edx
    mov $E820_ENTRY, %ecx
    int $0x15
    jc 2f
    cmp $SMAP, %eax
    jne 2f
    incb %ss:PARAMS_E820_COUNT
    add $E820_ENTRY, %di
    test %ebx, %ebx
    jz 2f
    cmpb $E820_MOST, %ss:PARAMS_E820_COUNT
    jb 1b
2:
    mov $0x2401, %ax /* lets address line 20 through, where it is still held */
    int $0x15
    cli

    push %ss
    pop %es
    pop %ds
    xor %esi, %esi
    mov %es, %si
    shl $4, %esi
    xor %ebp, %ebp
    mov %ds, %bp
    shl $4, %ebp
    add %ebp, setup_gdt_pointer + 2
    add %ebp, setup_target
    movzbl is_whole_file, %ebx
    mov code32_start, %edi
    lgdtl setup_gdt_pointer
    mov %cr0, %eax
    or $CR0_PE, %al
    mov %eax, %cr0
    ljmpl *setup_target

    .code32
setup_protected: /* the 32-bit boot protocol: flat segments, ESI has boot_params */
    mov $SETUP_DATA, %eax
    mov %eax, %ds
    mov %eax, %es
    mov %eax, %fs
    mov %eax, %gs
    mov %eax, %ss
    mov %edi, %edx
    test %ebx, %ebx
    jz 1f
    mov %esi, %eax /* of the whole file, the image goes where a loader would have put it */
    lea SETUP_SIZE(%ebp), %esi
    mov $LOAD_ADDRESS, %edi
    mov $image_file_words, %ecx
    rep movsl
    mov %eax, %esi
1:
    xor %ebx, %ebx
    xor %ebp, %ebp
    xor %edi, %edi
    jmp *%edx

is_whole_file:
    .byte 0

    .balign 8
setup_target:
    .long setup_protected
    .short SETUP_CODE
    .balign 8
setup_gdt: /* the selectors are the protocol's: __BOOT_CS and __BOOT_DS */
    .quad 0, 0
    .quad 0x00cf9b000000ffff
    .quad 0x00cf93000000ffff
setup_gdt_pointer:
    .short . - setup_gdt - 1
    .long setup_gdt

    .org SETUP_SIZE

    .section .note.GNU-stack, "", @progbits
