/* What operations on the network behind an e1000 share. */
#ifndef E1000_FRAMES_H
#define E1000_FRAMES_H

#include <e1000.h>

#include "peer.h"

/* QEMU's takes no frames for a second after it was told to (hw/net/e1000.c). */
static inline const char *e1000_init(void)
{
    static const struct net_driver driver = {
        .send = e1000_send, .take = e1000_take, .wait_ms = 2000};
    const char *reason = e1000_open();
    if (!reason)
        reason = net_make_stream(&driver, 1, (uint32_t)operand);
    if (reason)
        e1000_close();
    return reason;
}

static inline int e1000_take_answer(void)
{
    const void *frame;
    int bytes = e1000_take(&frame);
    return bytes < 0 ? NOT_OURS : net_answered(frame, bytes);
}

static inline void e1000_echo(void)
{
    e1000_send(net_new_request(0), stream.bytes);
    poll_until(e1000_take_answer);
}

#define E1000_OF(id, suffix, size, text, ...)                                                 \
    VARIANT(id, suffix, .summary = text, .path = PATH_MONITOR, .exits = EXITS_VARY,           \
            .needs = NEEDS_NETWORK, .work = {size, "B"}, .operand = size, .init = e1000_init, \
            .cleanup = e1000_close, __VA_ARGS__)

#endif
