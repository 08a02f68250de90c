/* Clients over the loopback device, each with a process of its own that answers. An answer must
 * belong to its question. */
#include <clients.h>
#include <loopback.h>
#include <tcp_messages.h>

struct head {
    uint32_t number, request, answer, padding;
};

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
    *head = (struct head){number, tcp_messages[kind].request, tcp_messages[kind].answer, 0};
    send(file, tcp_messages[kind].request);
    receive(file, message, tcp_messages[kind].answer);
    client_expect(head->number == number + 1);
}

static void work(unsigned client)
{
    for (unsigned i = 0; i < TCP_ROUNDS; i++)
        for (unsigned kind = 0; kind < TCP_KINDS; kind++)
            ask(sockets[client], client << 24 | i << 4 | kind, kind);
}

static const char *init(void)
{
    message = process_memory(TCP_LONGEST);
    for (unsigned i = 0; i < operand; i++) {
        loopback_pair(ends);
        sockets[i] = ends[0];
        partner_start(serve, 0);
    }
    clients_start((unsigned)operand, 1, work);
    return NULL;
}

TIMED_CLIENTS

#define BYTES(request, answer) +(request) + (answer)

CLIENTS(4, "ask servers by TCP", TCP_ROUNDS *(TCP_MESSAGES(BYTES)), "VMI: tbench");
CLIENTS(8, "ask servers by TCP", TCP_ROUNDS *(TCP_MESSAGES(BYTES)), "VMI: tbench");
