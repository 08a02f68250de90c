/*
 * Counting events instead of cycles: the host notes its counters (exits, emulated
 * instructions) directly before and after a number of operations, while the kernel waits.
 * docs/protocol.md, "Counting".
 */
#ifndef COUNT_H
#define COUNT_H

#include <hyperbench.h>

/* First word of the snapshot page: "HBCOUNT1" in memory. */
#define SNAPSHOT_PAGE_MAGIC 0x31544e554f434248ULL

/* Tells the host where the snapshot page is, when the options ask for counting. */
void count_init(void);

/* The counting pass of one benchmark; nothing when the options do not ask for it. */
void count_events(const struct benchmark *benchmark);

#endif
