/* A token goes round a ring of processes on one CPU; who has it works on memory of its own.
 * The control does the same in a single process: what remains are the switches, and what the
 * processes lose to one another in caches. */
#include <process.h>

enum { MOST = 16 };

#define RING(processes, kib) ((processes) << 20 | (kib) << 10)

static int pipes[MOST][2];
static uint64_t processes, words, *memory, own;

static void take_and_pass(uint64_t from, uint64_t to)
{
    char token = 0;
    DO_ALL(1, read, pipes[from][0], &token, 1);
    for (uint64_t i = 0; i < words; i++)
        memory[i]++;
    DO_ALL(1, write, pipes[to][1], &token, 1);
}

static void take_turn(void) { take_and_pass(own, (own + 1) % processes); }

static const char *init(void)
{
    processes = operand >> 20;
    words = operand % (1 << 20) / sizeof *memory;
    memory = process_memory(words * sizeof *memory + 1);
    for (unsigned i = 0; i < processes; i++)
        DO(pipe2, pipes[i], 0);
    for (own = processes - 1; own > 0; own--)
        partner_start(take_turn, 0);
    return NULL;
}

static void start_round(void)
{
    DO_ALL(1, write, pipes[1][1], "", 1);
    take_and_pass(0, 0);
    DO_ALL(1, read, pipes[0][0], &(char){0}, 1);
}

static void work_alone(void)
{
    DO_ALL(1, write, pipes[0][1], "", 1);
    for (uint64_t i = 0; i < processes; i++)
        take_and_pass(0, 0);
    DO_ALL(1, read, pipes[0][0], &(char){0}, 1);
}

TIMED_LOOP(run, , , start_round())
TIMED_LOOP(control, , , work_alone())

#define SWITCH(id, suffix, count, kib, ...)                                                       \
    VARIANT(id, suffix, .summary = "Switch once round " #count " processes of " #kib " KiB each", \
            .operand = RING(count, kib), .path = PATH_PAGING, .exits = EXITS_VARY, .init = init,  \
            __VA_ARGS__)

SWITCH(two_0k, "-2p-0k", 2, 0, .flags = QUICK, .also = "lmbench: lat_ctx 2p/0k");
SWITCH(two_16k, "-2p-16k", 2, 16, .flags = QUICK, .also = "lmbench: lat_ctx 2p/16k");
SWITCH(two_64k, "-2p-64k", 2, 64, .also = "lmbench: lat_ctx 2p/64k");
SWITCH(eight_16k, "-8p-16k", 8, 16, .also = "lmbench: lat_ctx 8p/16k");
SWITCH(eight_64k, "-8p-64k", 8, 64, .also = "lmbench: lat_ctx 8p/64k");
SWITCH(sixteen_16k, "-16p-16k", 16, 16, .also = "lmbench: lat_ctx 16p/16k");
SWITCH(sixteen_64k, "-16p-64k", 16, 64, .also = "lmbench: lat_ctx 16p/64k");
