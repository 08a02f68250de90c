/* With net=e1000, on PCI. Frames are as in net-send. */
#include "e1000-frames.h"

static void prepare(uint64_t n)
{
    (void)n;
    net_set_kind(0x08, 0x00);
    e1000_echo();
    net_set_kind(0x88, 0xb5);
}

TIMED_FUNCTION
static void run(uint64_t n)
{
    const struct echo *frame = net_frame(0);
    for (uint64_t i = 0; i < n; i++)
        e1000_send(frame, stream.bytes);
}

E1000_OF(s64, "-64", 64, "Send a frame of 64 B by an e1000 and poll", .prepare = prepare);
E1000_OF(s1514, "-1514", 1514, "Send a frame of 1,514 B by an e1000 and poll", .prepare = prepare);
