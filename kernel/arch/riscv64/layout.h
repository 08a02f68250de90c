/* Constants that C and assembly share. Privileged specification 20240411: CSR addresses in
 * chapter 2, sstatus in 10.1.1, sip and sie in 10.1.3. */
#ifndef LAYOUT_H
#define LAYOUT_H

#define SSTATUS_SIE (1 << 1)

/* Bits of sie and sip; also the codes of interrupts in scause. */
#define IRQ_SOFTWARE 1
#define IRQ_TIMER 5
#define IRQ_EXTERNAL 9

/* A trap's frame: sepc and x1 to x31, then sstatus; the stack stays 16-byte aligned. */
#define FRAME_SSTATUS (32 * 8)
#define FRAME_SIZE (34 * 8)

#endif
