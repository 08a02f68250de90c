/* What boots a PC in Bochs: a ROM in the place of the graphics adapter's, which the BIOS calls when its
 * tables are made (BIOS Boot Specification 1.01, appendix A; called at offset 3). It copies the files
 * of the first disk that have an address to where they belong, and jumps where the last entry of the
 * disk's list says: into Linux, as its 32-bit boot protocol has it (Linux,
 * Documentation/x86/boot.rst), or into a hypervisor, whose protocol asks for no more (Multiboot
 * 0.6.96, 3.2) but looks for the memory map by itself. */
    .set MAP, 0x7000                  /* the memory map, and the stack below it */
    .set DIRECTORY, 0x8000
    .set ENTRY, 32                    /* bytes of a file's entry: address, sector, bytes, name */
    .set LAST_EBX, 12                 /* in the last: address and values of registers; no bytes */
    .set PARAMETERS, 0x10000          /* of Linux, whose file has this address */
    .set ENTRIES, 0x1e8               /* in them: of the map, and the map itself */
    .set TABLE, 0x2d0
    .set CODE, 16                     /* as the protocol has them */
    .set DATA, 24
    .set COMMAND, 0x1f0               /* registers of the disk (ATA-4, 7.2): data is the first */
    .set STATUS, 0x1f7

    .code16
    .text
    .globl _start
_start:
rom:
    .byte 0x55, 0xaa, 0               /* the size in 512 bytes: written by the tool */
    cli
    xor %ax, %ax
    mov %ax, %es
    mov $MAP, %di
    xor %ebx, %ebx
next:                                 /* INT 15h, E820h: ACPI 6.5, 15.1 */
    mov $0xe820, %eax
    mov $0x534d4150, %edx
    mov $20, %ecx
    int $0x15
    jc mapped
    add $20, %di
    test %ebx, %ebx
    jnz next
mapped:
    cli                               /* INT may have turned them on */
    movzwl %di, %ebp
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
    mov $MAP, %esp
    mov $DIRECTORY, %edi
    xor %ebx, %ebx
    mov $1, %ecx
    call read
    mov $DIRECTORY, %esi
file:
    mov (%esi), %edi
    mov 4(%esi), %ebx
    mov 8(%esi), %ecx
    add $511, %ecx
    shr $9, %ecx
    jz loaded
    call read
    add $ENTRY, %esi
    jmp file

loaded:
    mov %esi, %ebx
    lea -MAP(%ebp), %ecx
    mov $MAP, %esi
    mov $(PARAMETERS + TABLE), %edi
    rep movsb
    lea -MAP(%ebp), %eax
    mov $20, %cl
    div %cl
    mov %al, PARAMETERS + ENTRIES
    mov $PARAMETERS, %esi
    xor %ebp, %ebp
    xor %edi, %edi
    mov (%ebx), %ecx
    mov 4(%ebx), %eax
    mov LAST_EBX(%ebx), %ebx
    jmp *%ecx

/* Reads %ecx sectors from sector %ebx on to %edi, 256 with a command at most, which says 0 for them. */
read:
    push %ecx
    cmp $256, %ecx
    jbe 1f
    mov $256, %ecx
1:  mov $(COMMAND + 2), %edx
    mov %cl, %al
    out %al, %dx
    inc %edx
    mov %ebx, %eax
    out %al, %dx
    inc %edx
    shr $8, %eax
    out %al, %dx
    inc %edx
    shr $8, %eax
    out %al, %dx
    inc %edx
    shr $8, %eax
    or $0xe0, %al                     /* the first disk, sectors by their number */
    out %al, %dx
    inc %edx
    mov $0x20, %al                    /* READ SECTORS */
    out %al, %dx
    mov %ecx, %eax
    add %ecx, %ebx
    sub %ecx, (%esp)
sector:
    push %eax
2:  mov $STATUS, %edx
    in %dx, %al
    and $0x88, %al                    /* busy, data */
    cmp $8, %al
    jne 2b
    mov $COMMAND, %edx
    mov $128, %ecx
    rep insl
    pop %eax
    dec %eax
    jnz sector
    pop %ecx
    test %ecx, %ecx
    jnz read
    ret

    .balign 8
gdt:
    .quad 0, 0
    .quad 0x00cf9b000000ffff          /* CODE and DATA: 32 bits, all 4 GiB */
    .quad 0x00cf93000000ffff
gdt_pointer:
    .short . - gdt - 1
    .long gdt
