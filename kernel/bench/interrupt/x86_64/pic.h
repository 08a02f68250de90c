/* The pair of 8259 interrupt controllers, which the kernel has masked and never uses. */
#ifndef PIC_H
#define PIC_H

#include <hyperbench.h>
#include <x86.h>

enum { PIC_COMMAND = 0x20, PIC_MASK = 0x21, PIC_TRIGGER = 0x4d0, ALL_MASKED = 0xff };

/* Whether the mask keeps what is written to it: a port without a device reads as all ones. For
 * that long only the second controller is let through, in which all is masked. */
static const char *pic_needed(void)
{
    enum { ALL_BUT_SECOND = 0xfb };
    interrupts_disable();
    out8(PIC_MASK, ALL_BUT_SECOND);
    bool kept = in8(PIC_MASK) == ALL_BUT_SECOND;
    out8(PIC_MASK, ALL_MASKED);
    interrupts_enable();
    return kept ? NULL : "the machine has no 8259 interrupt controller";
}

#endif
