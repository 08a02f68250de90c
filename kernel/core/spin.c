#include <hyperbench.h>

void spin_ticks(uint64_t ticks)
{
    uint64_t start = timer_read();
    while (timer_read() - start < ticks)
        ;
}
