/* Where exceptions go while probe() runs: back to it, with the vector as the value. */
    .text

    .globl probe_undefined, probe_unavailable, probe_protection, probe_page
probe_undefined:
    mov $6, %esi
    jmp 1f
probe_unavailable:
    mov $7, %esi
    jmp 1f
probe_protection:
    mov $13, %esi
    jmp 1f
probe_page:
    mov $14, %esi
1:
    push $0x202 /* the gate has turned interrupts off */
    popfq
    mov $probe_point, %edi
    jmp recovery_jump

    .section .note.GNU-stack, "", @progbits
