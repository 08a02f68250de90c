/*
 * Instructions that are begun and not completed, because they fault. QEMU's clock leaves them out,
 * while the plugin has counted them.
 */
#ifndef ABORTS_H
#define ABORTS_H

#include "arch.h"

/* Watches a block whose instructions are executed in `world`, counted in `executed`, of a
 * processor of `arch`. Called after all other hooks at its first instruction. */
void aborts_watch(const struct block *block, enum world world, uint64_t *executed,
                  const struct arch *arch);

/* A window opens or closes at the current instruction: what the block has done before belongs
 * elsewhere. */
void aborts_edge(bool opens);

/* It is another processor's turn. */
void aborts_turn(unsigned processor);

/* The processor goes on where a trap is handled that was taken at an instruction, and has taken
 * back that instruction if `is_aborted`; it may not have begun. */
void aborts_trapped(uint64_t at, bool is_aborted);

/* How the last block ended is known otherwise: whether its last instruction is to be taken back. */
void aborts_settled(bool is_aborted);

#endif
