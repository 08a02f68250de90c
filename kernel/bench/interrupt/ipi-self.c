/* Sent, taken, ended, and answered as one of another CPU would be. No other CPU has to run or
 * be woken: the interrupt controller's share of an IPI. */
#include <hyperbench.h>

static volatile uint64_t answers;

static const char *init(void)
{
    return strcmp(machine.irqchip, "none") ? NULL : "the machine has no interrupt controller";
}

static void answer(void *unused)
{
    (void)unused;
    answers = answers + 1;
}

static inline void call_self(void)
{
    uint64_t before = answers;
    on_cpu(0, answer, NULL);
    while (answers == before)
        ;
}

TIMED_CALL(uint64_t self = 0, , call_self(), self)

BENCHMARK(.summary = "Send an IPI to the CPU itself and take it", .path = PATH_INTERRUPT,
          .exits = EXITS_VARY, .init = init);
