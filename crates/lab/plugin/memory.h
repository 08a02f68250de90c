/* The machine's memory, by QEMU's plugin interface where it reads such, else by what Debian's QEMU
 * exports for its own modules (QEMU, include/exec/cpu-common.h). */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Whether this QEMU lets it be read. */
bool memory_is_readable(void);

/* Reads at a physical address; what is not there is 0. */
void memory_read(uint64_t address, void *to, uint64_t size);

/* Reads, or writes, at an address as the current processor translates it; false where nothing is.
 */
bool memory_read_virtual(uint64_t address, void *to, uint64_t size);
bool memory_write_virtual(uint64_t address, void *from, uint64_t size);

#endif
