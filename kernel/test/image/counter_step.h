/* Read before each file that may measure, where COUNTER_STEP is given: the counter advances in
 * steps of so many ticks, but in runs that count instructions. */
#ifndef COUNTER_STEP_H
#define COUNTER_STEP_H

#include <options.h>
#include <posih.h>

static inline uint64_t stepped_timer_read(void)
{
    uint64_t step = options.reference ? COUNTER_STEP : 1;
    return timer_read() / step * step;
}
#define timer_read stepped_timer_read

#endif
