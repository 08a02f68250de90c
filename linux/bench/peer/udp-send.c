/* A frame that nobody answers, and whose interrupt nobody waits for: net-send-64 with a Linux. */
#include <scratch_network.h>

enum { UDP_HEADER = 8, MOST = 2048 };

static long file;
static uint8_t sent[MOST];

static const char *init(void) { return scratch_network_open(SOCK_DGRAM, 0, &file); }

static void send(uint64_t frame)
{
    uint64_t bytes = frame - FRAME_HEADERS - UDP_HEADER;
    DO_ALL((long)bytes, write, file, sent, bytes);
}

TIMED_CALL(uint64_t frame = operand, , send(frame), frame)

ON_SCRATCH_NETWORK(small, "-64", 64, .summary = "Send a frame of 64 B by UDP");
ON_SCRATCH_NETWORK(large, "-1514", 1514, .summary = "Send a frame of 1,514 B by UDP");
