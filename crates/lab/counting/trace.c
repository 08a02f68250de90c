#include "trace.h"

#include <inttypes.h>
#include <stdlib.h>

#include "counts.h"
#include "extent.h"

/* What a trace may take: 1 GiB, and so many blocks. Beyond it, entries are counted and not kept. */
enum { KEPT = 1 << 27, PROCESSOR_AT = 24, BLOCKS = 1 << PROCESSOR_AT };

static FILE *blocks, *steps, *exits;
static uint32_t described;
static uint64_t made, opened_at, first_window, last_window;
static bool is_followed;
static unsigned running;                 /* the processor whose turn it is */
static const char *left_for[PROCESSORS]; /* its guest, while it is not known where */

static FILE *open_in(const char *folder, const char *name)
{
    char *path;
    if (asprintf(&path, "%s/%s", folder, name) < 0)
        return NULL;
    FILE *file = fopen(path, "we");
    free(path);
    return file;
}

bool trace_open(const char *folder, const char *first, const char *last)
{
    first_window = strtoull(first, NULL, 10);
    last_window = strtoull(last, NULL, 10);
    blocks = open_in(folder, "blocks");
    steps = open_in(folder, "steps");
    exits = open_in(folder, "exits");
    return blocks && steps && exits;
}

void trace_turn(unsigned processor) { running = processor; }

static void describe(struct extent *block)
{
    const uint8_t head[4] = {(uint8_t)block->count, (uint8_t)(block->count >> 8), block->world, 0};
    fwrite(&block->start, sizeof block->start, 1, blocks);
    fwrite(head, sizeof head, 1, blocks);
    fwrite(block->instructions, sizeof *block->instructions, block->count, blocks);
    block->number = described++;
    if (described > BLOCKS)
        made += KEPT;
    block->is_described = true;
}

void trace_step(struct extent *block, unsigned first, unsigned end)
{
    if (!is_followed)
        return;
    if (!block->is_described)
        describe(block);
    if (first < end && made++ < KEPT) {
        const struct {
            uint32_t place;
            uint16_t first, end;
        } step = {block->number | running << PROCESSOR_AT, (uint16_t)first, (uint16_t)end};
        fwrite(&step, sizeof step, 1, steps);
    }
    if (left_for[running])
        trace_left(block, end, left_for[running]);
    left_for[running] = NULL;
}

void trace_left(struct extent *block, unsigned instruction, const char *reason)
{
    if (!block->is_described)
        describe(block);
    if (made < KEPT)
        fprintf(exits, "%" PRIu64 " %u %u %u %s\n", made, block->number, instruction, running,
                reason);
}

void trace_exit(const char *reason) { left_for[running] = reason; }

bool trace_window_opens(uint64_t number)
{
    is_followed = steps && number >= first_window && number <= last_window;
    opened_at = made;
    return is_followed;
}

void trace_window_closes(FILE *record, uint64_t number)
{
    if (made == opened_at)
        return;
    fprintf(record, "trace %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", number, opened_at, made);
    fflush(blocks);
    fflush(steps);
    fflush(exits);
}
