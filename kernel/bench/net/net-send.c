/* Frames that nobody answers (of kind 88-B5). Before each batch one is, so that the network is
 * known to carry. */
#include "net.h"

static void prepare(uint64_t n)
{
    (void)n;
    net_set_kind(0x08, 0x00);
    net_echo(1);
    net_await_all_sent();
    net_set_kind(0x88, 0xb5);
}

TIMED_FUNCTION
static void run(uint64_t n)
{
    uint64_t put = 0, sent = 0, wanted = n * stream.depth;
    while (sent < wanted) {
        for (; put < wanted && stream.free_count; put++) {
            unsigned slot = stream.free[--stream.free_count];
            net_put(slot, net_frame(slot), stream.bytes);
        }
        net_ring();
        int slot = (int)net_await_sent();
        do {
            stream.free[stream.free_count++] = (uint8_t)slot;
            sent++;
        } while ((slot = net_take_sent()) >= 0);
    }
}

#define SEND(id, suffix, size, depth, more, text) \
    NET_OF(id, suffix, size, depth, more, text, .path = PATH_MONITOR, .prepare = prepare)

SEND(s64, "-64", 64, 1, NET_EVENTS, "Send a frame of 64 B and poll");
SEND(s1514, "-1514", 1514, 1, NET_EVENTS, "Send a frame of 1,514 B and poll");
SEND(s64x8, "-64-depth-8", 64, 8, NET_EVENTS, "Send 8 frames of 64 B and poll");
SEND(s64x32, "-64-depth-32", 64, 32, NET_EVENTS, "Send 32 frames of 64 B and poll");
SEND(s1514x32, "-1514-depth-32", 1514, 32, NET_EVENTS, "Send 32 frames of 1,514 B and poll");
SEND(p64x32, "-64-depth-32-no-event-idx", 64, 32, 0,
     "Send 32 frames of 64 B without EVENT_IDX and poll");
