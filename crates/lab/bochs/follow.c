#include "follow.h"

#include <search.h>
#include <stdlib.h>

#include "extent.h"
#include "state.h"
#include "trace.h"

static bool is_traced, in_window;

/* Offsets in decoded instructions at which each has had its size: soon but one is left. */
static uint64_t sizes_at = (UINT64_C(1) << DECODED) - 1;

/* The instruction that has begun last in the window on each processor, and where its next one is.
 */
static struct begun {
    bool is_there;
    uint8_t world, size, kind;
    uint64_t address;
    const struct number *pointer;
} begun[PROCESSORS];
static struct begun *last = begun;

/* The blocks, as tsearch keeps them. */
static void *blocks;

bool follow_into(const char *folder, const char *first, const char *last)
{
    is_traced = trace_open(folder, first, last);
    return is_traced;
}

void follow_decoded(const char *instruction, unsigned size)
{
    if (!(sizes_at & (sizes_at - 1)))
        return;
    for (int i = 0; i < DECODED; i++)
        if ((uint8_t)instruction[i] != size)
            sizes_at &= ~(UINT64_C(1) << i);
}

static bool has_pointer(void)
{
    if (!last->pointer)
        last->pointer = state_number((unsigned)(last - begun), "RIP");
    return last->pointer;
}

static uint64_t next_address(void) { return has_pointer() ? number_value(last->pointer) : 0; }

static struct extent *made(uint64_t address, uint8_t world, uint8_t size, uint8_t kind)
{
    struct extent *block = calloc(1, sizeof *block + sizeof *block->instructions);
    if (!block)
        abort();
    block->start = address;
    block->world = world;
    block->count = 1;
    block->instructions[0].end = size;
    block->instructions[0].kind = kind;
    return block;
}

static int compare(const void *one, const void *other)
{
    const struct extent *a = one, *b = other;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->world != b->world)
        return a->world - b->world;
    if (a->instructions[0].end != b->instructions[0].end)
        return a->instructions[0].end - b->instructions[0].end;
    return a->instructions[0].kind - b->instructions[0].kind;
}

/* The block of the last instruction. */
static struct extent *last_block(void)
{
    struct extent *block = made(last->address, last->world, last->size, last->kind);
    struct extent **found = tsearch(block, &blocks, compare);
    if (!found)
        abort();
    if (*found != block)
        free(block);
    return *found;
}

/* What the last instruction did is known when the next one begins. */
static void ends(void)
{
    if (last->is_there)
        trace_step(last_block(), 0, 1);
    last->is_there = false;
}

void follow_turn(unsigned processor)
{
    last = &begun[processor];
    trace_turn(processor);
}

void follow_begins(const char *instruction, enum world world)
{
    if (!in_window)
        return;
    ends();
    last->is_there = true;
    last->world = (uint8_t)world;
    last->size = (uint8_t)instruction[__builtin_ctzll(sizes_at)];
    last->kind = PLAIN;
    last->address = next_address();
}

/* Bochs, instrument/stubs/instrument.h. */
void follow_branch(unsigned cpu, unsigned what)
{
    enum { CALLS = 12, CALLS_INDIRECTLY, RETURNS };
    if (what == CALLS || what == CALLS_INDIRECTLY)
        begun[cpu].kind = CALL;
    else if (what == RETURNS)
        begun[cpu].kind = RETURN;
}

void follow_left(const char *reason, bool is_behind, enum world world)
{
    if (!in_window)
        return;
    uint64_t address = is_behind || !last->is_there ? next_address() : last->address;
    ends();
    trace_left(made(address, (uint8_t)world, 0, PLAIN), 0, reason);
}

bool follow_window_opens(void)
{
    if (!is_traced)
        return true;
    bool can = has_pointer() && sizes_at;
    in_window = can && trace_window_opens(counts_windows());
    for (int i = 0; i < PROCESSORS; i++)
        begun[i].is_there = false;
    return can;
}

void follow_window_closes(FILE *record)
{
    if (!in_window)
        return;
    unsigned closes = (unsigned)(last - begun);
    for (unsigned i = 0; i < PROCESSORS; i++) {
        follow_turn(i);
        ends();
    }
    follow_turn(closes);
    in_window = false;
    trace_window_closes(record, counts_windows());
}
