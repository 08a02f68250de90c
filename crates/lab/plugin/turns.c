#include "turns.h"

#include "aborts.h"
#include "counts.h"
#include "registers.h"

bool turns_are_taken;

unsigned turns_look(void)
{
    static const cpu *last;
    static unsigned number;
    if (current_cpu == last)
        return number;
    last = current_cpu;
    number = 0;
    while (number < PROCESSORS - 1 && qemu_get_cpu((int)number) != last)
        number++;
    aborts_turn(number);
    counts_turn(number);
    return number;
}
