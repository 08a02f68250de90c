/* A word of shared memory: what locks do when they are held by another. */
#include <process.h>

enum { HERE, THERE };

static volatile uint32_t *turn;

static void pass_turn(uint32_t from, uint32_t to)
{
    *turn = to;
    DO(futex, turn, FUTEX_WAKE, 1);
    while (*turn != from)
        CALL(futex, turn, FUTEX_WAIT, to, 0);
}

static void answer(void)
{
    while (*turn != THERE)
        CALL(futex, turn, FUTEX_WAIT, HERE, 0);
    pass_turn(THERE, HERE);
}

static const char *init(void)
{
    turn = process_shared(sizeof *turn);
    partner_start(answer, (unsigned)operand);
    return NULL;
}

TIMED_CALL(uint32_t here = HERE, , pass_turn(here, THERE), here)

BENCHMARK(.summary = "Wake a process on this CPU and be woken by it (futex)", .flags = QUICK,
          .init = init);
VARIANT(other_cpu, "-2cpus", .summary = "Wake a process on another CPU and be woken by it (futex)",
        .cpus = 2, .operand = 1, .path = PATH_INTERRUPT, .exits = EXITS_VARY, .init = init);
