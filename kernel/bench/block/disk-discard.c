/* The guest says that it needs the data no more, and the monitor may give its room in the
 * host's file back. What is there afterwards no rule says, so nothing is compared. */
#include "block.h"

TIMED_FUNCTION
static void run(uint64_t n) { block_stream(n, block_nothing, block_nothing); }

BLOCK_OF(run, polled, "-4k", .summary = "Discard 4 KiB of a disk and poll for the answer",
         .prepare = block_prepare, .path = PATH_MONITOR,
         .operand = BLOCK_OPERATION(DISK_DISCARD, 4096, 1, BLOCK_LINUX));
