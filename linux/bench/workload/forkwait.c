/* Children made one after the other, then waited for: page tables are copied and taken apart. Linux
 * gives part of their memory back only at its next tick: hence many rounds. How often each of VMI's
 * 16 does so is not known: here it is until each has had 240 children. */
#include <clients.h>

enum { CHILDREN = 16, PROCESSES = 16 };

/* Whether all have ended as they should. */
static bool fork_and_wait(void)
{
    long children[CHILDREN];
    bool are_well = true;
    for (unsigned i = 0; i < CHILDREN; i++) {
        children[i] = DO(clone, SIGCHLD, 0, 0, 0, 0);
        if (!children[i])
            CALL(exit_group, (int)i);
    }
    for (unsigned i = 0; i < CHILDREN; i++)
        are_well &= process_wait(children[i]) == (int)i << 8;
    return are_well;
}

static void all_rounds(void)
{
    for (unsigned i = 0; i < operand; i++)
        if (!fork_and_wait())
            fail("a child ended in another way than it should");
}

static void work(unsigned client)
{
    (void)client;
    for (unsigned i = 0; i < operand; i++)
        client_expect(fork_and_wait());
}

static const char *init_processes(void)
{
    clients_start(PROCESSES, 1, work);
    return NULL;
}

TIMED_CALL(long unused = 0, , all_rounds(), unused)
TIMED_CALL_OF(run_at_once, control_at_once, long unused = 0, , clients_work(), unused)

#define FORKWAIT .path = PATH_PAGING, .exits = EXITS_VARY, .once = true

BENCHMARK(FORKWAIT, .summary = "Make 16 processes and wait for them, 16 times", .operand = 16,
          .flags = QUICK, .also = "VMbench: forkwait; VMI: fork+wait");
VARIANT(paper, "-paper", FORKWAIT, .summary = "Make 16 processes and wait for them, once",
        .operand = 1, .flags = PAPER_SIZED, .also = "VMbench: forkwait");
VARIANT_OF(run_at_once, control_at_once, at_once, "-at-once-paper", FORKWAIT,
           .summary = "Have 16 processes make 240 others each and wait for them", .operand = 15,
           .flags = PAPER_SIZED, .init = init_processes, .also = "VMI: fork+wait");
