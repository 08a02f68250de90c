/* Clients over the loopback device, each with a process of its own that answers, with messages
 * about as long as tbench's: some 90 bytes to ask and answer, blocks of 4 to 16 KiB. An answer must
 * belong to its question. */
#include <clients.h>
#include <loopback.h>

enum { LONGEST = 16384, ROUNDS = 12 };

struct head {
    uint32_t number, request, answer, padding;
};

/* Bytes of each message, its head included. */
static const struct {
    uint16_t request, answer;
} mix[] = {{86, 111},  {96, 124}, {55, 4135},  {55, 4135}, {96, 124}, {4151, 41},  {96, 140},
           {55, 8231}, {35, 39},  {16384, 41}, {96, 124},  {94, 640}, {55, 12327}, {86, 39}};

static int ends[2];
static int sockets[MOST_CLIENTS];
static uint8_t *message;

/* A stream may give less than all at once. */
static void receive(long file, uint8_t *to, uint64_t size)
{
    while (size) {
        uint64_t length = (uint64_t)DO(read, file, to, size);
        client_expect(length);
        to += length;
        size -= length;
    }
}

static void send(long file, uint64_t size)
{
    for (uint64_t sent = 0; sent < size;)
        sent += (uint64_t)DO(write, file, message + sent, size - sent);
}

static void serve(void)
{
    struct head *head = (struct head *)message;
    receive(ends[1], message, sizeof *head);
    uint32_t answer = head->answer;
    receive(ends[1], message + sizeof *head, head->request - sizeof *head);
    head->number++;
    send(ends[1], answer);
}

static void ask(long file, uint32_t number, unsigned kind)
{
    struct head *head = (struct head *)message;
    *head = (struct head){number, mix[kind].request, mix[kind].answer, 0};
    send(file, mix[kind].request);
    receive(file, message, mix[kind].answer);
    client_expect(head->number == number + 1);
}

static void work(unsigned client)
{
    for (unsigned i = 0; i < ROUNDS; i++)
        for (unsigned kind = 0; kind < sizeof mix / sizeof *mix; kind++)
            ask(sockets[client], client << 24 | i << 4 | kind, kind);
}

static const char *init(void)
{
    message = process_memory(LONGEST);
    for (unsigned i = 0; i < operand; i++) {
        loopback_pair(ends);
        sockets[i] = ends[0];
        partner_start(serve, 0);
    }
    clients_start((unsigned)operand, 1, work);
    return NULL;
}

TIMED_CLIENTS

CLIENTS(4, "ask servers by TCP", "VMI: tbench");
CLIENTS(8, "ask servers by TCP", "VMI: tbench");
