/* REP OUTSB from memory to a port that nobody serves: see rep-ins. Where the hypervisor hands over
 * a character at a time, the cost grows with their number. */
#include <hyperbench.h>

#include "port.h"

static uint8_t buffer[4096];

TIMED_INSN_WITH(uint64_t bytes = operand; uint64_t port = NOBODYS_PORT, uint8_t *from = buffer;
                uint64_t count = bytes, "rep outsb",
                : "+S"(from), "+c"(count)
                : "d"(port)
                : "memory")

#define EXITS .path = PATH_MONITOR, .exits = EXITS_VARY

VARIANT(few, "-4", .summary = "Write 4 bytes to a port with string I/O (REP OUTSB)", .operand = 4,
        EXITS);
VARIANT(line, "-64", .summary = "Write 64 bytes to a port with string I/O (REP OUTSB)",
        .operand = 64, EXITS);
VARIANT(page, "-4096", .summary = "Write 4096 bytes to a port with string I/O (REP OUTSB)",
        .operand = sizeof buffer, EXITS);
