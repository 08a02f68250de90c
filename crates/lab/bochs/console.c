#include "console.h"

#include <stdio.h>

/* What Bochs is started with (monitors, bochs/launch.rs), and the port of `port tell`. */
#define CONSOLE "/proc/self/fd/3"
enum { DEBUG_CONSOLE = 0xe9 };

void console_takes(uint16_t port, unsigned size, unsigned value)
{
    static FILE *console;
    if (port != DEBUG_CONSOLE || size != 1)
        return;
    if (!console)
        console = fopen(CONSOLE, "we");
    if (!console)
        return;
    putc((int)(value & 0xff), console);
    if ((char)value == '\n')
        fflush(console);
}
