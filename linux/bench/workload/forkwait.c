/* Sixteen children that end at once are made, one after the other, and then waited for: page
 * tables are copied and taken apart, and processes switched. Linux gives back part of what they had
 * at its next tick, which comes less often than sixteen children: hence some rounds of them. */
#include <process.h>

enum { ROUNDS = 8, CHILDREN = 16 };

static void fork_and_wait(void)
{
    long children[CHILDREN];
    for (unsigned i = 0; i < CHILDREN; i++) {
        children[i] = DO(clone, SIGCHLD, 0, 0, 0, 0);
        if (!children[i])
            CALL(exit_group, (int)i);
    }
    for (unsigned i = 0; i < CHILDREN; i++)
        if (process_wait(children[i]) != (int)i << 8)
            fail("child %u ended in another way than it should", i);
}

static void all_rounds(void)
{
    for (unsigned i = 0; i < ROUNDS; i++)
        fork_and_wait();
}

TIMED_CALL(long unused = 0, , all_rounds(), unused)

BENCHMARK(.summary = "Make 16 processes and wait for them, eight times", .flags = QUICK,
          .path = PATH_PAGING, .exits = EXITS_VARY, .once = true,
          .also = "VMbench: forkwait; VMI: fork+wait");
