/* Test image only: takes the machine down from inside, by an exception with no table to
 * find its handler in. */
#include <hyperbench.h>

static const struct {
    uint16_t limit;
    uint64_t base;
} __attribute__((packed)) empty;

TIMED_INSN("lidt %0\n\tud2", : : "m"(empty))

BENCHMARK(.summary = "Shut the CPU down by a triple fault", .recommended = {1, 1});
