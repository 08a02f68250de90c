/* Bytes to a server and back, which interrupt a process that sleeps. They begin with a number, so
 * that what was sent before is no answer. */
#include <scratch_network.h>

enum { MOST = 65536 };

static long file;
static uint8_t number, *sent, *came;

static const char *init(void)
{
    sent = process_memory(MOST);
    came = process_memory(MOST);
    for (uint64_t i = 0; i < MOST; i++)
        sent[i] = (uint8_t)(i >> 8 ^ i * 7);
    return scratch_network_connect(&file);
}

static void echo(uint64_t bytes)
{
    sent[0] = sent[bytes - 1] = ++number;
    long length = scratch_network_echo(file, sent, came, (long)bytes);
    if (length == -EAGAIN)
        fail("the server does not answer");
    if (length != (long)bytes)
        fail("the server has ended the connection");
    if (!scratch_network_alike(sent, came, bytes))
        fail("the server answers something else than was sent");
}

TIMED_CALL(uint64_t bytes = operand, , echo(bytes), bytes)

ON_SCRATCH_NETWORK(byte, "-1", 1, .summary = "Send a byte to a server by TCP and get it back",
                   .also = "netperf: TCP_RR");
ON_SCRATCH_NETWORK(block, "-64k", MOST,
                   .summary = "Send 64 KiB to a server by TCP and get them back",
                   .also = "netperf: TCP_STREAM");
