/* Nothing was written since the last: a request without data, which the monitor may hand on to
 * the host's file system. */
#include "block.h"

TIMED_FUNCTION
static void run(uint64_t n) { block_stream(n, block_nothing, block_nothing); }

BLOCK_OF(run, polled, "", .summary = "Flush a disk's cache and poll for the answer",
         .prepare = block_prepare, .path = PATH_MONITOR,
         .operand = BLOCK_OPERATION(DISK_FLUSH, 0, 1, BLOCK_LINUX));
BLOCK_OF(run, by_irq, "-irq", .summary = "Flush a disk's cache and halt until it interrupts",
         .prepare = block_prepare, .path = PATH_INTERRUPT,
         .operand = BLOCK_OPERATION(DISK_FLUSH, 0, 1, BLOCK_LINUX | DISK_INTERRUPTS));
