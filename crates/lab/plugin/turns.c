#include "turns.h"

#include "counts.h"
#include "registers.h"

enum { FOLLOWERS = 2 };

bool turns_are_taken;
static void (*followers[FOLLOWERS])(unsigned);

void turns_tell(void (*follower)(unsigned processor))
{
    for (int i = 0; i < FOLLOWERS; i++) {
        if (!followers[i]) {
            followers[i] = follower;
            return;
        }
    }
}

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
    for (int i = 0; i < FOLLOWERS && followers[i]; i++)
        followers[i](number);
    return number;
}
