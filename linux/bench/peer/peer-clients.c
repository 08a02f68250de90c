/* Clients of a server on another machine, which gives back what they send: messages as long as the
 * longer of tbench's question and answer. */
#include <clients.h>
#include <scratch_network.h>
#include <tcp_messages.h>

static long files[MOST_CLIENTS];
static uint8_t *sent, *came;

#define LONGER(request, answer) ((request) > (answer) ? (request) : (answer))

static void ask(long file, uint32_t number, unsigned kind)
{
    uint64_t bytes = LONGER(tcp_messages[kind].request, tcp_messages[kind].answer);
    memcpy(sent, &number, sizeof number);
    memcpy(sent + bytes - sizeof number, &number, sizeof number);
    client_expect(scratch_network_echo(file, sent, came, (long)bytes) == (long)bytes);
    client_expect(scratch_network_alike(sent, came, bytes));
}

static void work(unsigned client)
{
    for (unsigned i = 0; i < TCP_ROUNDS; i++)
        for (unsigned kind = 0; kind < TCP_KINDS; kind++)
            ask(files[client], client << 24 | i << 4 | kind, kind);
}

static const char *init(void)
{
    sent = process_memory(TCP_LONGEST);
    came = process_memory(TCP_LONGEST);
    for (unsigned i = 0; i < operand; i++) {
        const char *why_not = scratch_network_connect(&files[i]);
        if (why_not)
            return why_not;
    }
    clients_start((unsigned)operand, 1, work);
    return NULL;
}

TIMED_CLIENTS

/* What goes there and comes back. */
#define BYTES(request, answer) +2 * LONGER(request, answer)

#define PEER_CLIENTS(count)                                                                    \
    VARIANT(of_##count, "-" #count, .summary = "Have " #count " clients ask a server by TCP",  \
            .operand = count, .work = {(count) * TCP_ROUNDS * (TCP_MESSAGES(BYTES)), "B"},     \
            .needs = NEEDS_NETWORK, .flags = EXTRA, .exits = EXITS_VARY, .path = PATH_MONITOR, \
            .once = true, .init = init, .also = "VMI: tbench")

PEER_CLIENTS(4);
PEER_CLIENTS(8);
