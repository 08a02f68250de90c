/* Constants that C and assembly share. RISC-V privileged specification, "Supervisor-Level
 * ISA": sstatus, sip and sie, scause. */
#ifndef LAYOUT_H
#define LAYOUT_H

#define SSTATUS_SIE (1 << 1)

/* Bits of sie and sip; also the codes of interrupts in scause. */
#define IRQ_SOFTWARE 1
#define IRQ_TIMER 5
#define IRQ_EXTERNAL 9

/* Where a struct cpu begins with: its stack's top and room for two registers. */
#define CPU_STACK_TOP 0
#define CPU_SCRATCH 8

/* A trap's frame: sepc and x1 to x31, then sstatus; the stack stays 16-byte aligned. */
#define FRAME_SSTATUS (32 * 8)
#define FRAME_SIZE (34 * 8)

#endif
