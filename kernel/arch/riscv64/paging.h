#ifndef PAGING_H
#define PAGING_H

#include <stdbool.h>
#include <stdint.h>

/* Maps all of boot_info's RAM, the image, the device tree and nothing else; no CPU uses the
 * tables yet. */
void paging_init(void);

/* Maps a device's registers, before or after paging is on. Returns false when they are too high. */
bool paging_map_device(uint64_t base, uint64_t size);

/* Makes this CPU run on the tables; returns false when it cannot. */
bool paging_enable(void);

#endif
