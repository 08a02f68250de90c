/* From sending until the sender sees the answer; the receiver is halted. */
#include "ipi.h"

static uint64_t pause_ticks;

static void wait_ticks(uint64_t ticks)
{
    uint64_t start = timer_read();
    while (timer_read() - start < ticks)
        cpu_relax();
}

/* Between two calls the receiver needs time to halt again. Both loops pause for the same
 * number of ticks, several times what the receiver was seen to need, so that the pause
 * falls out of the difference. */
static const char *init(void)
{
    enum { TRIES = 8, MARGIN = 4 };
    uint64_t longest = 0;
    set_receiver_idle(IDLE_HALT);
    for (int i = 0; i < TRIES; i++) {
        call_and_wait();
        uint64_t start = timer_read();
        wait_until_idle();
        longest = max_u64(longest, timer_read() - start);
    }
    pause_ticks = min_u64(MARGIN * longest, timer_hz() / 1000);
    return NULL;
}

TIMED_CALL(uint64_t pause = pause_ticks, wait_ticks(pause), call_and_wait(), pause)

BENCHMARK(.summary = "Send an IPI to a halted CPU and wait for its answer",
          .recommended = {1, 1000}, .term = "ext", .path = PATH_INTERRUPT, .exits = EXITS_VARY,
          .also = "kut: ipi_halt", .cpus = 2, .init = init);
