/* A clock that ticks once an instruction. */
#ifndef TIMEBASE_H
#define TIMEBASE_H

#include <stdbool.h>
#include <stdint.h>

/* Where a machine begins, with code of QEMU's (hw/riscv/boot.c, riscv_setup_rom_reset_vec). */
enum { MACHINE_BEGINS = 0x1000 };

/* Whether this QEMU lets its rate be changed, as far as is known before the machine runs. */
bool timebase_is_known(void);

/* Changes it before the first instruction; false where it is not as it is known to be. A machine
 * that does not begin has been told of it before. */
bool timebase_set(bool machine_begins);

#endif
