/*
 * Instructions that are begun and not completed, because they fault. QEMU's clock leaves them out,
 * while the plugin has counted them.
 */
#ifndef ABORTS_H
#define ABORTS_H

#include "worlds.h"

/* Watches a block whose instructions are counted in `executed`. Called after all other hooks at
 * its first instruction. */
void aborts_watch(const struct block *block, uint64_t *executed);

/* How the last block ended is known otherwise: nothing is to be taken back. */
void aborts_settled(void);

#endif
