/* The interrupt translation service of a GICv3, with a message of a device that there need not be,
 * and one of a PCI device: their interrupts come to the boot CPU. Arm IHI 0069, chapters 5 and 12.
 */
#ifndef ITS_H
#define ITS_H

#include "gic.h"

/* The messages' interrupts: the first of those that have no line. */
enum { ITS_INTERRUPT = GIC_MESSAGES, ITS_MESSAGE };

/* Finds the service and takes memory for its tables, which stays taken. */
void its_init(void);

/* Makes it ready, once. Returns why that cannot be, else NULL. */
const char *its_enable(void);

/* Makes ITS_INTERRUPT come, as if its device had sent the message. */
void its_send(void);

/* Makes the service ready for the message 0 of the device `requester`, which is ITS_MESSAGE.
 * Returns why that cannot be, else NULL. */
const char *its_expect(uint32_t requester);

/* Where devices send their messages. */
uint64_t its_doorbell(void);

#endif
