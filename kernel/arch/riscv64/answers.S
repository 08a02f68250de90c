/* The shortest handlers of exceptions that a benchmark takes on purpose, each an entry of all
 * traps. In vectored mode interrupts would come elsewhere and nothing had to be asked, but
 * firmware that hands an exception back writes stvec with its mode into mepc, and QEMU 7.2 then
 * goes on at an odd address. */
    .text

/* An interrupt goes on to the kernel with t0 as it was; an exception may change t0 and t1, as
 * posih_arch.h says. Interrupts are negative in scause (privileged specification, "scause"). */
    .macro pass_interrupts
    csrw sscratch, t0
    csrr t0, scause
    bltz t0, interrupt
    .endm

/* Goes on behind the instruction, of four bytes. */
    .balign 64
    .globl answer_skip
answer_skip:
    pass_interrupts
    csrr t0, sepc
    addi t0, t0, 4
    csrw sepc, t0
    sret

/* Stores in a page's entry. The CPU may remember the entry as it was (privileged specification,
 * SFENCE.VMA). */
    .balign 64
    .globl answer_map
answer_map:
    pass_interrupts
    ld t0, answer_entry
    ld t1, answer_value
    sd t1, 0(t0)
    csrr t0, stval
    sfence.vma t0, zero
    sret

interrupt:
    csrr t0, sscratch
    j trap_entry

    .section .note.GNU-stack, "", @progbits
