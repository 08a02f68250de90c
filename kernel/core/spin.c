#include <hyperbench.h>

void spin_ticks(uint64_t ticks)
{
    uint64_t begun = timer_read();
    while (timer_read() - begun < ticks)
        ;
}
