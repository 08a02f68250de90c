/* In a random order that comes to every line once a round, so that each load waits for the one
 * before. Pages are of 4 KiB: in a guest a miss of the TLB walks two sets of page tables. */
#include <pointer_walk.h>
#include <process.h>

enum { LINE = 64 };

#define KIB 1024UL
#define MIB (1024 * KIB)

static uint64_t first, start, state;

static const char *init(void)
{
    first = (uint64_t)process_memory(operand);
    pointer_walk_link(first, operand, LINE);
    return NULL;
}

/* Batches begin anywhere: where the last one did, the lines are in a cache. */
static void prepare(uint64_t n)
{
    (void)n;
    start = (uint64_t)pointer_walk_word(first, LINE, pointer_walk_random(&state, operand / LINE));
}

TIMED_CALL(uint64_t at = start, , at = *(volatile uint64_t *)at, at)

#define WALK(id, suffix, text, size)                                                  \
    VARIANT(id, suffix, .summary = "Follow a pointer through " text ", line by line", \
            .path = PATH_PAGING, .operand = size, .init = init, .prepare = prepare,   \
            .also = "lmbench: lat_mem_rd")

WALK(walk_16k, "-16k", "16 KiB", 16 * KIB);
WALK(walk_256k, "-256k", "256 KiB", 256 * KIB);
WALK(walk_1m, "-1m", "1 MiB", 1 * MIB);
WALK(walk_4m, "-4m", "4 MiB", 4 * MIB);
WALK(walk_16m, "-16m", "16 MiB", 16 * MIB);
