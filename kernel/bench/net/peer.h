/* What operations on the scratch network share, whatever it is behind: a peer that answers echo
 * requests (RFC 792). A request has a number and its complement in its data, so that whoever
 * answers with something else is noticed, and so that its checksum is the same for every number. */
#ifndef PEER_H
#define PEER_H

#include <hyperbench.h>
#include <net.h>

enum {
    SLOT_BYTES = 2048,
    ALIGNING = 6,              /* in front of a frame: its data is aligned then */
    SLOT_BITS = NET_DEPTH - 1, /* of a number */
    NOT_OURS = -1
};

struct ethernet {
    uint8_t to[6], from[6], kind[2];
} __attribute__((packed));

/* An echo request in IPv4, or its answer. */
struct echo {
    struct ethernet ethernet;
    uint8_t version, service, length[2], number[2], fragment[2], life, protocol, checksum[2];
    uint8_t source[4], destination[4];
    uint8_t type, code, echo_checksum[2], id[2], sequence[2];
    uint64_t data[]; /* a number and its complement, at the beginning and the end */
} __attribute__((packed));

/* Who has an address (RFC 826). */
struct arp {
    struct ethernet ethernet;
    uint8_t kinds[6], operation[2];
    uint8_t from[6], from_ip[4], to[6], to_ip[4];
    uint8_t padding[18];
} __attribute__((packed));

/* As QEMU's network of the user mode has them. */
static const uint8_t guest_ip[] = {10, 0, 2, 15}, peer_ip[] = {10, 0, 2, 2};

static struct net_stream {
    unsigned depth, bytes, free_count;
    unsigned tail; /* words in front of the number at the end */
    uint8_t *slots;
    uint64_t next;               /* number */
    uint64_t numbers[NET_DEPTH]; /* of the requests under way; 0 for none */
    uint8_t free[NET_DEPTH];
    uint8_t peer[6];
} stream;

static inline struct echo *net_frame(unsigned slot)
{
    return (struct echo *)(stream.slots + slot * SLOT_BYTES + ALIGNING);
}

/* Big-endian words' sum of ones' complement (RFC 1071), and its complement into `at`. */
static inline void net_checksum(const uint8_t *words, unsigned bytes, uint8_t *at)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < bytes; i += 2)
        sum += (uint32_t)words[i] << 8 | words[i + 1];
    while (sum >> 16)
        sum = (sum & 0xffff) + (sum >> 16);
    at[0] = (uint8_t)(~sum >> 8);
    at[1] = (uint8_t)~sum;
}

static inline void net_make_echo(struct echo *echo)
{
    enum { IP_BYTES = 20, ECHO_BYTES = 8, ICMP = 1, REQUEST = 8, ANY_LIFE = 64 };
    unsigned length = stream.bytes - (unsigned)sizeof echo->ethernet;
    memset(echo, 0, stream.bytes);
    *echo = (struct echo){.ethernet.kind = {8, 0},
                          .version = 0x45,
                          .length = {(uint8_t)(length >> 8), (uint8_t)length},
                          .life = ANY_LIFE,
                          .protocol = ICMP,
                          .type = REQUEST,
                          .id = {'H', 'B'}};
    memcpy(echo->ethernet.to, stream.peer, sizeof stream.peer);
    memcpy(echo->ethernet.from, net_address, sizeof net_address);
    memcpy(echo->source, guest_ip, sizeof guest_ip);
    memcpy(echo->destination, peer_ip, sizeof peer_ip);
    net_checksum(&echo->version, IP_BYTES, echo->checksum);
    net_checksum(&echo->type, ECHO_BYTES, echo->echo_checksum);
}

static inline bool net_knows_peer(const void *frame, int bytes)
{
    const struct arp *arp = frame;
    static const uint8_t kind[] = {8, 6}, answer[] = {0, 2};
    if (bytes < (int)sizeof *arp - (int)sizeof arp->padding ||
        memcmp(arp->ethernet.kind, kind, 2) || memcmp(arp->operation, answer, 2) ||
        memcmp(arp->from_ip, peer_ip, sizeof peer_ip))
        return false;
    memcpy(stream.peer, arp->from, sizeof stream.peer);
    return true;
}

/* A driver of net.h's or e1000.h's, and how long its device may take to hear the peer. */
struct net_driver {
    void (*send)(const void *frame, uint32_t bytes);
    int (*take)(const void **frame);
    unsigned wait_ms;
};

/* Asks who the peer is; it then knows us, too. */
static inline const char *net_find_peer(const struct net_driver *driver)
{
    static struct arp arp = {
        .ethernet.kind = {8, 6}, .kinds = {0, 1, 8, 0, 6, 4}, .operation = {0, 1}};
    memset(arp.ethernet.to, 0xff, sizeof arp.ethernet.to);
    memcpy(arp.ethernet.from, net_address, sizeof net_address);
    memcpy(arp.from, net_address, sizeof net_address);
    memcpy(arp.from_ip, guest_ip, sizeof guest_ip);
    memcpy(arp.to_ip, peer_ip, sizeof peer_ip);
    driver->send(&arp, sizeof arp);
    uint64_t start = timer_read(), limit = mul_div(timer_hz(), driver->wait_ms, 1000);
    while (timer_read() - start < limit) {
        const void *frame;
        int bytes = driver->take(&frame);
        if (bytes >= 0 && net_knows_peer(frame, bytes))
            return NULL;
    }
    return "nobody answers at 10.0.2.2: the network for measurements has no peer";
}

/* Makes a frame of `bytes` for each of `depth` requests at a time, to the peer that a driver finds.
 * Returns why not, else NULL. */
static inline const char *net_make_stream(const struct net_driver *driver, unsigned depth,
                                          unsigned bytes)
{
    stream = (struct net_stream){.depth = depth, .bytes = bytes};
    stream.tail = (bytes - (unsigned)sizeof(struct echo)) / (unsigned)sizeof(uint64_t) - 2;
    stream.slots = heap_alloc(depth * (uint64_t)SLOT_BYTES, SLOT_BYTES);
    if (!stream.slots)
        return "not enough memory for the frames";
    const char *reason = net_find_peer(driver);
    if (reason)
        return reason;
    for (unsigned slot = 0; slot < depth; slot++) {
        net_make_echo(net_frame(slot));
        stream.free[stream.free_count++] = (uint8_t)slot;
    }
    return NULL;
}

static inline void net_stamp(uint64_t *words, uint64_t number)
{
    words[0] = number;
    words[1] = ~number;
}

static inline bool net_is_stamp(const uint64_t *words, uint64_t number)
{
    return words[0] == number && words[1] == ~number;
}

/* The frame of a slot, as a request that was not there before. */
static inline struct echo *net_new_request(unsigned slot)
{
    struct echo *echo = net_frame(slot);
    uint64_t number = ++stream.next * NET_DEPTH + slot;
    stream.numbers[slot] = number;
    uint64_t *data = __builtin_assume_aligned(echo->data, sizeof number);
    net_stamp(data, number);
    net_stamp(data + stream.tail, number);
    return echo;
}

/* Has the frames of all slots be of a kind, such as one that nobody answers. */
static inline void net_set_kind(uint8_t high, uint8_t low)
{
    for (unsigned slot = 0; slot < stream.depth; slot++) {
        uint8_t *kind = net_frame(slot)->ethernet.kind;
        kind[0] = high;
        kind[1] = low;
    }
}

/* The slot whose request a frame answers; NOT_OURS of one that is about something else. */
static inline int net_answered(const void *frame, int bytes)
{
    enum { ANSWER = 0 };
    const struct echo *echo = frame;
    if (bytes < (int)sizeof *echo || echo->ethernet.kind[0] != 8 || echo->ethernet.kind[1] ||
        echo->type != ANSWER || echo->id[0] != 'H' || echo->id[1] != 'B')
        return NOT_OURS;
    const uint64_t *data = __builtin_assume_aligned(echo->data, sizeof *data);
    unsigned slot = data[0] & SLOT_BITS;
    uint64_t number = stream.numbers[slot];
    if (bytes != (int)stream.bytes || !number || !net_is_stamp(data, number) ||
        !net_is_stamp(data + stream.tail, number))
        fail("the network does not return what was sent, in a frame of %u bytes", (unsigned)bytes);
    stream.numbers[slot] = 0;
    return (int)slot;
}

/* A loop with nothing in it. */
TIMED_LOOP(control, , , KEEP(i))

#endif
