/* The first and the last bytes of every answer are compared. A depth is as in disk-read. */
#include "net.h"

TIMED_FUNCTION
static void run(uint64_t n) { net_echo(n); }

enum { POLLED = NET_EVENTS, BY_IRQ = NET_EVENTS | NET_INTERRUPTS };

#define ECHO(id, suffix, size, depth, text) \
    NET_OF(id, suffix, size, depth, POLLED, text, .path = PATH_MONITOR)
#define ECHO_IRQ(id, suffix, size, depth, text) \
    NET_OF(id, suffix, size, depth, BY_IRQ, text, .path = PATH_INTERRUPT)

ECHO(e64, "-64", 64, 1, "Echo a frame of 64 B and poll");
ECHO(e1514, "-1514", 1514, 1, "Echo a frame of 1,514 B and poll");
ECHO(e64x8, "-64-depth-8", 64, 8, "Echo 8 frames of 64 B and poll");
ECHO(e64x32, "-64-depth-32", 64, 32, "Echo 32 frames of 64 B and poll");
ECHO(e1514x32, "-1514-depth-32", 1514, 32, "Echo 32 frames of 1,514 B and poll");
ECHO_IRQ(i64, "-64-irq", 64, 1, "Echo a frame of 64 B and halt");
ECHO_IRQ(i1514, "-1514-irq", 1514, 1, "Echo a frame of 1,514 B and halt");
ECHO_IRQ(i64x32, "-64-depth-32-irq", 64, 32, "Echo 32 frames of 64 B and halt");
