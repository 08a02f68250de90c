/*
 * What the outer Linux tells of itself for a profile: characters for a port that Bochs has nothing
 * at go to the guest's console, where the printer's go, too.
 */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdint.h>

/* So many bytes go to a port (Bochs calls it). A guest's own go there as well where it has the
 * machine to itself. */
void console_takes(uint16_t port, unsigned size, unsigned value);

#endif
