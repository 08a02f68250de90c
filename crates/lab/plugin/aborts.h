/*
 * Instructions that are begun and not completed, because they fault. QEMU's clock leaves them out,
 * while the plugin has counted them.
 */
#ifndef ABORTS_H
#define ABORTS_H

#include "worlds.h"

/* A block, as far as its execution is followed. */
struct extent {
    uint64_t *executed; /* where its instructions are counted */
    uint64_t start;     /* address */
    uint32_t number;    /* in the trace */
    bool is_described;  /* there */
    uint8_t world;
    uint16_t count;
    struct {
        uint16_t end; /* behind the block's start */
        uint8_t zero;
        uint8_t kind;
    } instructions[];
};

/* Watches a block whose instructions are executed in `world` and counted in `executed`. Called
 * after all other hooks at its first instruction. */
void aborts_watch(const struct block *block, enum world world, uint64_t *executed);

/* A window opens or closes at the current instruction: what the block has done before belongs
 * elsewhere. */
void aborts_edge(bool opens);

/* How the last block ended is known otherwise: whether its last instruction is to be taken back. */
void aborts_settled(bool is_aborted);

#endif
