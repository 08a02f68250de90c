/* The interrupt translation service of a GICv3, with one message of one device: its interrupt
 * comes to the boot CPU. Arm IHI 0069, chapters 5 and 12. */
#ifndef ITS_H
#define ITS_H

#include "gic.h"

/* The message's interrupt: the first of those that have no line. */
enum { ITS_INTERRUPT = GIC_MESSAGES };

/* Finds the service and takes memory for its tables, which stays taken. */
void its_init(void);

/* Makes it ready, once. Returns why that cannot be, else NULL. */
const char *its_enable(void);

/* Makes the message come, as if its device had sent it. */
void its_send(void);

#endif
