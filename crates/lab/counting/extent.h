/* A block, as far as its execution is followed. */
#ifndef EXTENT_H
#define EXTENT_H

#include <stdbool.h>
#include <stdint.h>

/* What an instruction does to the stack of functions. */
enum kind { PLAIN, CALL, RETURN };

struct extent {
    uint64_t *executed; /* where its instructions are counted, if that is asked of it */
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

#endif
