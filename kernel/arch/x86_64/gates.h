/* The gates of the interrupt descriptor table, which all CPUs share. Benchmarks may take one for
 * as long as they run. */
#ifndef GATES_H
#define GATES_H

/* Has interrupt or exception `vector` go to `entry`: code that ends with IRETQ, takes an error
 * code off the stack where the CPU pushed one, and preserves all registers. */
void gate_set(unsigned vector, const void *entry);

/* Gives all vectors back to the kernel. */
void gates_reset(void);

#endif
