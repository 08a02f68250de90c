/* What starts the kernel on a PC whose memory holds it already: a ROM in the place of the graphics
 * adapter's, which the BIOS calls first of all ROMs, when its tables are made (BIOS Boot
 * Specification 1.01, appendix A; called at offset 3). The kernel finds what a multiboot loader
 * would tell it (Multiboot 0.6.96, 3.3): a memory map, which the BIOS has, and its options, which the
 * tool puts behind this code. */
    .set INFO_SEGMENT, 0x1000
    .set INFO, INFO_SEGMENT << 4
    .set MAP, 256                     /* of the memory map, in that segment */
    .set CODE, 8
    .set DATA, 16

    .code16
    .text
    .globl _start
_start:
rom:
    .byte 0x55, 0xaa, 0               /* the size in 512 bytes: written by the tool */
    jmp start
    .balign 8
entry:                                /* offset 8; written by the tool, too */
    .long 0

start:
    cli
    mov $INFO_SEGMENT, %ax
    mov %ax, %es
    mov $MAP, %di
    xor %ebx, %ebx
next:                                 /* INT 15h, E820h: ACPI 6.5, 15.1 */
    mov $0xe820, %eax
    mov $0x534d4150, %edx
    mov $20, %ecx
    mov %ecx, %es:(%di)
    add $4, %di
    int $0x15
    jc mapped
    add $20, %di
    test %ebx, %ebx
    jnz next
mapped:
    sub $MAP, %di
    movl $0x44, %es:0                 /* flags: options, memory map */
    movl $options, %es:16
    movzwl %di, %edi
    mov %edi, %es:44
    movl $(INFO + MAP), %es:48

    cli                               /* INT may have turned them on */
    lgdtl %cs:(gdt_pointer - rom)
    mov %cr0, %eax
    or $1, %eax
    mov %eax, %cr0
    ljmpl $CODE, $protected

    .code32
protected:
    mov $DATA, %eax
    mov %eax, %ds
    mov %eax, %es
    mov %eax, %fs
    mov %eax, %gs
    mov %eax, %ss
    mov $0x2badb002, %eax
    mov $INFO, %ebx
    jmp *entry

    .balign 8
gdt:
    .quad 0
    .quad 0x00cf9b000000ffff          /* CODE and DATA: 32 bits, all 4 GiB */
    .quad 0x00cf93000000ffff
gdt_pointer:
    .short . - gdt - 1
    .long gdt
    .balign 16
options:                              /* the end of this file */
