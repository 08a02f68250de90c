/*
 * The code in the first sector of a disk: loads the file that follows at FILE_SECTOR and starts it (BIOS
 * Enhanced Disk Drive Specification 3.0, INT 13h AH=42h). A partition table follows this code in its
 * sector. The BIOS has put it at 0:7C00h, and the drive's number into DL.
 */
#include "layout.h"

#define AT(symbol) (symbol - mbr_start + 0x7c00)
#define SECTORS_AT_ONCE 32

    .section .mbr, "", @progbits
    .code16
mbr_start:
    cli
    xor %ax, %ax
    mov %ax, %ds
    mov %ax, %ss
    mov $0x7000, %sp
    sti
    cld
    ljmp $0, $AT(1f)
1:
    mov $file_sectors, %bp
2:
    mov $AT(packet), %si
    mov $0x42, %ah
    int $0x13
    jc failed
    addw $(SECTORS_AT_ONCE * 512 / 16), AT(packet_segment)
    addw $SECTORS_AT_ONCE, AT(packet_sector)
    sub $SECTORS_AT_ONCE, %bp
    ja 2b
    ljmp $FILE_SEGMENT, $0

failed:
    mov $AT(failed_text), %si
3:
    lodsb
    test %al, %al
    jz 4f
    mov $0x0e, %ah
    xor %bx, %bx
    int $0x10
    jmp 3b
4:
    hlt
    jmp 4b

failed_text:
    .asciz "HyperBench: the BIOS cannot read this disk\r\n"
    .balign 4
packet:
    .byte 16, 0
    .short SECTORS_AT_ONCE
    .short 0
packet_segment:
    .short FILE_SEGMENT
packet_sector:
    .quad FILE_SECTOR

    .section .note.GNU-stack, "", @progbits
