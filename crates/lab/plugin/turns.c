#include "turns.h"

#include "aborts.h"
#include "counts.h"
#include "qemu.h"
#include "registers.h"

unsigned turns_now(void)
{
    static const cpu *last;
    static unsigned number;
    if (machine_processors() == 1 || current_cpu == last)
        return number;
    last = current_cpu;
    number = 0;
    while (number < PROCESSORS - 1 && qemu_get_cpu((int)number) != last)
        number++;
    aborts_turn(number);
    counts_turn(number);
    return number;
}
