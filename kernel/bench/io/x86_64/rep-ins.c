/* Nobody serves the port. KVM asks the monitor for up to 1,024 bytes at once, so that the cost
 * of a byte falls with their number; other hypervisors may ask for each. */
#include <hyperbench.h>

#include "port.h"

static uint8_t buffer[4096];

TIMED_INSN_WITH(uint64_t bytes = operand; uint64_t port = NOBODYS_PORT, uint8_t *to = buffer;
                uint64_t count = bytes, "rep insb", : "+D"(to), "+c"(count) : "d"(port) : "memory")

STRING_IO("Read", "from a port with string I/O (REP INSB)");
