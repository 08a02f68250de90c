/* A command that holds the value, and its two bytes. KVM has the timer in the kernel and
 * computes the counter from the host's clock. */
#include <hyperbench.h>

#include "x86.h"

enum { COUNTER = 0x40, CONTROL = 0x43, HOLD_COUNTER_0 = 0, TRIES = 1000 };

static unsigned read_counter(void)
{
    out8(CONTROL, HOLD_COUNTER_0);
    unsigned low = in8(COUNTER);
    return low | (unsigned)in8(COUNTER) << 8;
}

static const char *init(void)
{
    unsigned first = read_counter();
    for (unsigned i = 0; i < TRIES; i++)
        if (read_counter() != first)
            return NULL;
    return "no 8254 counts";
}

TIMED_INSN(
    "xor %%eax, %%eax\n\toutb %%al, $0x43\n\tinb $0x40, %%al\n\tinb $0x40, %%al", : : : "rax", "cc")

BENCHMARK(.summary = "Read the counter of the old timer (8254)", .path = PATH_HYPERVISOR,
          .exits = 3, .also = "CVM: pio (0x40)", .init = init);
