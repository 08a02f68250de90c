/* Processors that take turns on one thread. */
#ifndef TURNS_H
#define TURNS_H

/* The number of the processor that runs. What is kept for each of them follows when that has
 * changed: everything that counts asks first. A number that QEMU hands to a callback is that of the
 * processor which translated the block (QEMU, accel/tcg/plugin-gen.c, gen_cpu_index). */
unsigned turns_now(void);

#endif
