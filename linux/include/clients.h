/* Clients: processes that each do a piece of work whenever they are told to, all at once. */
#ifndef CLIENTS_H
#define CLIENTS_H

#include <process.h>

enum { MOST_CLIENTS = 16 };

static struct {
    int go, done;
} client_ends[MOST_CLIENTS];
static unsigned clients, client_number;
static int client_go, client_done;
static void (*client_work)(unsigned number);

static inline void client_turn(void)
{
    char token;
    DO_ALL(1, read, client_go, &token, 1);
    client_work(client_number);
    DO_ALL(1, write, client_done, &token, 1);
}

/* The parent keeps no end of what a client writes to, so that it hears of a client's end. */
static inline void client_start(unsigned cpu)
{
    int go[2], done[2];
    DO(pipe2, go, 0);
    DO(pipe2, done, 0);
    client_go = go[0];
    client_done = done[1];
    partner_start(client_turn, cpu);
    DO(close, go[0]);
    DO(close, done[1]);
    client_ends[client_number].go = go[1];
    client_ends[client_number].done = done[0];
}

/* Starts so many, on this CPU or, for 2 CPUs, on two in turn. `work` is given the client's number.
 * They begin when the parent sleeps: else the time that it has had, as for its messages, would
 * choose who of them runs when, and where a message is an exit it has had more. */
static inline void clients_start(unsigned count, unsigned cpus, void (*work)(unsigned number))
{
    client_work = work;
    clients = count;
    for (client_number = 0; client_number < count; client_number++)
        client_start(client_number % cpus);
    process_precedes();
}

/* Has all of them work once. One that ends before it is done fails the benchmark. */
static inline void clients_work(void)
{
    char token = 0;
    for (unsigned i = 0; i < clients; i++)
        DO_ALL(1, write, client_ends[i].go, &token, 1);
    for (unsigned i = 0; i < clients; i++)
        DO_ALL(1, read, client_ends[i].done, &token, 1);
}

/* Ends a client that has found something wrong. */
static inline void client_expect(bool holds)
{
    if (!holds)
        CALL(exit_group, 1);
}

#define TIMED_CLIENTS TIMED_CALL(long unused = 0, , clients_work(), unused)

/* The benchmark of so many clients, whose init() starts as many as the operand says, and of which
 * each moves so many bytes. */
#define CLIENTS(count, what, bytes, also_text)                                                    \
    VARIANT(of_##count, "-" #count, .summary = "Have " #count " clients " what, .operand = count, \
            .work = {(count) * (bytes), "B"}, .exits = EXITS_VARY, .once = true, .init = init,    \
            .also = also_text)

#endif
