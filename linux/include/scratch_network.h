/* The scratch network: a virtio network that whoever runs this Linux has given it for measurements,
 * and has named so, with a peer that answers echo requests (RFC 792). All others are left alone. */
#ifndef SCRATCH_NETWORK_H
#define SCRATCH_NETWORK_H

#include <process.h>

/* Bytes in front of what is sent: of Ethernet and of IPv4. */
enum { FRAME_HEADERS = 14 + 20, IP_HEADER = 20 };

/* For an init(): finds it, takes it into use, and makes a socket that is connected to its peer's
 * port 9 (discard, RFC 863), and waits for an answer a second at most. Returns why not, else NULL.
 */
const char *scratch_network_open(int kind, int protocol, long *file);

#define ON_SCRATCH_NETWORK(id, suffix, bytes, ...)                                             \
    VARIANT(id, suffix, .operand = bytes, .work = {bytes, "B"}, .init = init,                  \
            .needs = NEEDS_NETWORK, .flags = EXTRA, .exits = EXITS_VARY, .path = PATH_MONITOR, \
            __VA_ARGS__)

#endif
