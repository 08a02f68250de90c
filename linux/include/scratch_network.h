/* The scratch network: a virtio network that whoever runs this Linux has given it for measurements,
 * and has named so, with a peer that answers echo requests (RFC 792), and maybe a server that gives
 * back what is sent to it (RFC 862). All others are left alone. */
#ifndef SCRATCH_NETWORK_H
#define SCRATCH_NETWORK_H

#include <process.h>

/* Bytes in front of what is sent: of Ethernet and of IPv4. */
enum { FRAME_HEADERS = 14 + 20, IP_HEADER = 20 };

/* For an init(): finds it, takes it into use, and makes a socket that is connected to its peer's
 * port 9 (discard, RFC 863), and waits for an answer half as long as a benchmark may take. Returns
 * why not, else NULL. */
const char *scratch_network_open(int kind, int protocol, long *file);

/* The same for a connection to its server's port 7 (echo, RFC 862), which sends small pieces at
 * once. */
const char *scratch_network_connect(long *file);

/* Sends so many bytes to the server at the other end of `file`, and receives what it gives back for
 * them. Returns how many that are, else an error, or 0 for a connection that has ended. */
static inline long scratch_network_echo(long file, const uint8_t *sent, uint8_t *came, long size)
{
    for (long length, done = 0; done < size; done += length)
        if ((length = CALL(write, file, sent + done, size - done)) < 0)
            return length;
    for (long length, done = 0; done < size; done += length)
        if ((length = CALL(read, file, came + done, size - done)) <= 0)
            return length;
    return size;
}

/* Whether two blocks of memory are alike: a word at a time, as that is a part of the figure. */
static inline bool scratch_network_alike(const uint8_t *one, const uint8_t *other, uint64_t size)
{
    const uint64_t *words = (const uint64_t *)one, *others = (const uint64_t *)other;
    uint64_t differ = 0, whole = size / sizeof *words;
    for (uint64_t i = 0; i < whole; i++)
        differ |= words[i] ^ others[i];
    for (uint64_t i = whole * sizeof *words; i < size; i++)
        differ |= one[i] ^ other[i];
    return !differ;
}

#define ON_SCRATCH_NETWORK(id, suffix, bytes, ...)                                             \
    VARIANT(id, suffix, .operand = bytes, .work = {bytes, "B"}, .init = init,                  \
            .needs = NEEDS_NETWORK, .flags = EXTRA, .exits = EXITS_VARY, .path = PATH_MONITOR, \
            __VA_ARGS__)

#endif
