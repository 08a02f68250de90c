/* The scratch network is a virtio network device with the address 52:54:00:48:42:00, and a peer at
 * 10.0.2.2 that answers pings; qemu-tcg and qemu-kvm bring both, the peer in QEMU itself. The first
 * and the last bytes of every answer are compared with what was sent. At a depth of 8 or 32 an
 * operation is so many requests, all under way together, and one more is sent for each answer. */
#include "net.h"

TIMED_FUNCTION
static void run(uint64_t n) { net_echo(n); }

enum { POLLED = NET_EVENTS, BY_IRQ = NET_EVENTS | NET_INTERRUPTS };

#define ECHO(id, suffix, size, depth, text) \
    NET_OF(id, suffix, size, depth, POLLED, text, .path = PATH_MONITOR)
#define ECHO_IRQ(id, suffix, size, depth, text) \
    NET_OF(id, suffix, size, depth, BY_IRQ, text, .path = PATH_INTERRUPT)

ECHO(e64, "-64", 64, 1, "Have a frame of 64 B answered and poll for it");
ECHO(e1514, "-1514", 1514, 1, "Have a frame of 1,514 B answered and poll for it");
ECHO(e64x8, "-64-depth-8", 64, 8, "Have 8 frames of 64 B at a time answered, and poll");
ECHO(e64x32, "-64-depth-32", 64, 32, "Have 32 frames of 64 B at a time answered, and poll");
ECHO(e1514x32, "-1514-depth-32", 1514, 32,
     "Have 32 frames of 1,514 B at a time answered, and poll");
ECHO_IRQ(i64, "-64-irq", 64, 1, "Have a frame of 64 B answered and halt until it interrupts");
ECHO_IRQ(i1514, "-1514-irq", 1514, 1,
         "Have a frame of 1,514 B answered and halt until it interrupts");
ECHO_IRQ(i64x32, "-64-depth-32-irq", 64, 32,
         "Have 32 frames of 64 B at a time answered, and halt until it interrupts");
