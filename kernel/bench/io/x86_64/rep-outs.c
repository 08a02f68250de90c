/* See rep-ins. Where the hypervisor hands over a character at a time, the cost grows with their
 * number. */
#include <hyperbench.h>

#include "port.h"

static uint8_t buffer[4096];

TIMED_INSN_WITH(uint64_t bytes = operand; uint64_t port = NOBODYS_PORT, uint8_t *from = buffer;
                uint64_t count = bytes, "rep outsb", : "+S"(from),
                "+c"(count) : "d"(port) : "memory")

STRING_IO("Write", "to a port with string I/O (REP OUTSB)");
