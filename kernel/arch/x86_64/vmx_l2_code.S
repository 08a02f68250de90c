/* Into L2 and back, and what L2 executes. */

    .text

/* L2 leaves R11 alone: the way back to L1's stack. Behind VMLAUNCH and VMRESUME comes only what
 * has not entered. */
    .globl l2_launch, l2_resume, l2_exit, l2_not_entered
    .balign 16
l2_launch:
    mov %rsp, %r11
    vmlaunch
    jmp l2_entry_failed

    .balign 16
l2_resume:
    mov %rsp, %r11
    vmresume
    jmp l2_entry_failed

    .balign 16
l2_exit:
    mov %r11, %rsp
    ret

    .balign 16
l2_not_entered:
    mov %rsp, %r11
    mov %r11, %rsp
    ret

/* An instruction that exits is not executed: the next entry comes back to it. Should it not exit,
 * UD2 does. */
    .macro exits_by name, instruction:vararg
    .globl \name
\name:
    \instruction
    ud2
    .endm

    exits_by l2_cpuid, cpuid
    exits_by l2_hlt, hlt
    exits_by l2_in, in $0x80, %al
    exits_by l2_vmcall, vmcall
    exits_by l2_read_hole, mov 0x40000000, %al /* HOLE_BASE */

/* RDX: address of the next page. */
    .globl l2_touch_hole
l2_touch_hole:
    mov (%rdx), %al
    add $4096, %rdx
    jmp l2_touch_hole

/* RCX: how often; RDX: the field. */
    .macro counted name, instruction:vararg
    .globl \name
    .balign 32
\name:
    \instruction
    dec %rcx
    jnz \name
    vmcall
    ud2
    .endm

    counted l2_vmread, vmread %rdx, %rax
    counted l2_vmwrite, vmwrite %rax, %rdx
    counted l2_count

    .section .note.GNU-stack, "", @progbits
