/* What operations on the virtio network share: streams of frames. */
#ifndef BENCH_NET_H
#define BENCH_NET_H

#include "peer.h"

/* What `operand` says of an operation. */
#define NET_OPERATION(bytes, depth, ways) \
    ((uint64_t)(ways) << 48 | (uint64_t)(depth) << 40 | (bytes))

static inline void net_send_first(const void *frame, uint32_t bytes)
{
    net_put(0, frame, bytes);
    net_ring();
}

static inline const char *net_init(void)
{
    static const struct net_driver driver = {
        .send = net_send_first, .take = net_take, .wait_ms = 500};
    const char *reason = net_open((unsigned)(operand >> 48));
    if (!reason)
        reason = net_make_stream(&driver, operand >> 40 & UINT8_MAX, (uint32_t)operand);
    if (reason)
        net_close();
    return reason;
}

static inline void net_request(unsigned slot)
{
    net_put(slot, net_new_request(slot), stream.bytes);
}

/* Sends as many requests for each of `n` operations as are to be under way, and always keeps so
 * many. */
static inline __attribute__((always_inline)) void net_echo(uint64_t n)
{
    uint64_t sent = 0, taken = 0, wanted = n * stream.depth;
    while (taken < wanted) {
        for (; sent < wanted && stream.free_count; sent++)
            net_request(stream.free[--stream.free_count]);
        net_ring();
        const void *frame;
        int bytes = net_await(&frame);
        do {
            int slot = net_answered(frame, bytes);
            if (slot == NOT_OURS)
                continue;
            stream.free[stream.free_count++] = (uint8_t)slot;
            taken++;
        } while ((bytes = net_take(&frame)) >= 0);
    }
}

#define NET_OF(id, suffix, size, depth, more, text, ...)                                  \
    VARIANT_OF(run, control, id, suffix, .summary = text, .exits = EXITS_VARY,            \
               .needs = NEEDS_NETWORK, .work = {(size) * (depth), "B"}, .init = net_init, \
               .cleanup = net_close, .operand = NET_OPERATION(size, depth, more), __VA_ARGS__)

#endif
