/* A frame to the peer and its answer, which interrupts a process that sleeps: net-echo-64-irq with
 * a Linux. A request has a number and its complement in its data, at the beginning and the end, so
 * that whoever answers with something else is noticed, and its checksum is the same for every
 * number. */
#include <scratch_network.h>

enum { REQUEST = 8, ANSWER = 0, ICMP_HEADER = 8, WORDS = 16, MOST = 2048 };

static long file;
static uint64_t number;
static uint8_t sent[MOST], came[MOST];

static const char *init(void)
{
    memset(sent, 0, sizeof sent);
    sent[0] = REQUEST;
    sent[2] = 0xf7; /* the complement of all words' sum, which is 0x0800 */
    sent[3] = 0xff;
    return scratch_network_open(SOCK_RAW, IPPROTO_ICMP, &file);
}

static void put_number(uint8_t *at)
{
    const uint64_t words[] = {number, ~number};
    memcpy(at, words, WORDS);
}

/* Where the number at the end is, in the data: a short frame has one alone. */
static uint64_t tail(uint64_t size) { return size < 2 * WORDS ? 0 : size - WORDS; }

static bool is_answer(long length, uint64_t bytes)
{
    const uint8_t *answer = came + IP_HEADER, *data = answer + ICMP_HEADER;
    uint64_t size = bytes - ICMP_HEADER;
    return length == (long)(bytes + IP_HEADER) && answer[0] == ANSWER &&
           !memcmp(data, sent + ICMP_HEADER, WORDS) &&
           !memcmp(data + tail(size), sent + ICMP_HEADER + tail(size), WORDS);
}

static void ping(uint64_t frame)
{
    uint64_t bytes = frame - FRAME_HEADERS;
    number++;
    put_number(sent + ICMP_HEADER);
    put_number(sent + ICMP_HEADER + tail(bytes - ICMP_HEADER));
    DO_ALL((long)bytes, write, file, sent, bytes);
    long length = CALL(read, file, came, sizeof came);
    if (length == -EAGAIN)
        fail("the peer does not answer");
    if (!is_answer(length, bytes))
        fail("the peer answers something else than was asked");
}

TIMED_CALL(uint64_t frame = operand, , ping(frame), frame)

ON_SCRATCH_NETWORK(small, "-64", 64,
                   .summary = "Send a frame of 64 B to a peer and get its answer (ICMP)");
ON_SCRATCH_NETWORK(large, "-1514", 1514,
                   .summary = "Send a frame of 1,514 B to a peer and get its answer (ICMP)");
