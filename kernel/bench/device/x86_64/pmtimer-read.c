/* What a guest falls back to when it does not trust the time stamp counter: each look at the
 * clock is then an exit, under KVM to the monitor. */
#include <hyperbench.h>

#include "acpi.h"

static uint64_t timer_port;

static const char *init(void)
{
    timer_port = acpi_timer_port();
    return timer_port ? NULL : "ACPI tells of no timer";
}

TIMED_INSN_WITH(uint64_t port = timer_port, , "inl %w0, %%eax", : : "d"(port) : "rax")

BENCHMARK(.summary = "Read ACPI's timer", .path = PATH_MONITOR, .exits = 1,
          .also = "kut: inl_from_pmtimer", .init = init);
