/*
 * The way through the windows, instruction by instruction, for profiles.
 *
 * Two files are little-endian. `blocks` describes each block that was executed in a window,
 * numbered from 0 in this order:
 *
 *   u64 address, u16 instructions, u8 world, u8 0, then for each instruction u16 address behind
 *   it, from the block's, u8 0, u8 kind
 *
 * `steps` has an entry for each time that a block was executed: u24 number of the block, u8
 * processor, u16 first instruction, u16 the one behind the last. Each processor's are in their
 * order; its last block before another's turn may follow that one's first. The log tells the
 * entries of a window by a line
 *
 *   trace NUMBER FIRST END
 *
 * `exits` has a line for each time that the guest was left: the entry behind which the processor
 * goes on, the block and the instruction in it that the guest had not completed, the processor, and
 * the reason:
 *
 *   STEP BLOCK INSTRUCTION PROCESSOR REASON
 */
#ifndef TRACE_H
#define TRACE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct extent;

/* Opens the files in `folder`, for the windows from `first` to `last`, two decimal numbers; false
 * when that fails. */
bool trace_open(const char *folder, const char *first, const char *last);

/* It is the turn of the processor of this number; the first one's at the start. */
void trace_turn(unsigned processor);

/* The instructions of a block from `first` to before `end` have been executed. */
void trace_step(struct extent *block, unsigned first, unsigned end);

/* The guest has been left for `reason`, a constant, at the end of the next step. NULL: it goes on.
 */
void trace_exit(const char *reason);

/* The same, where it is known at once: before `instruction` of a block was completed. */
void trace_left(struct extent *block, unsigned instruction, const char *reason);

/* Window `number` has entries from here on, unless it is none of those asked for: false. */
bool trace_window_opens(uint64_t number);

/* They end: writes their line into the log `record`, as of window `number`, and puts what is still
 * in memory into the files. */
void trace_window_closes(FILE *record, uint64_t number);

#endif
