/* The shortest handlers of exceptions that a benchmark takes on purpose: trap vectors in vectored
 * mode, where exceptions come to the first entry and interrupts to those behind it, each four
 * bytes (privileged specification, "stvec"). */
    .text

    .macro vectors handler
    .balign 256 /* an implementation may ask for more than four bytes in vectored mode */
    .option push
    .option norvc
    .globl answer_\handler
answer_\handler:
    j \handler
    .rept 15
    j trap_entry
    .endr
    .option pop
    .endm

/* They change t0 and t1, as posih_arch.h says. This one goes on behind the instruction. */
    vectors skip
skip:
    csrr t0, sepc
    addi t0, t0, 4
    csrw sepc, t0
    sret

/* This one stores in a page's entry what a struct answer, in sscratch, says. The CPU may remember
 * the entry as it was (privileged specification, SFENCE.VMA). */
    vectors map
map:
    csrr t0, sscratch
    ld t1, 8(t0)
    ld t0, 0(t0)
    sd t1, 0(t0)
    csrr t0, stval
    sfence.vma t0, zero
    sret

    .section .note.GNU-stack, "", @progbits
