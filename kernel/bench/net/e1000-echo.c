/* With net=e1000, on PCI. Answers are compared as in net-echo. */
#include "e1000-frames.h"

TIMED_FUNCTION
static void run(uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        e1000_echo();
}

E1000_OF(e64, "-64", 64, "Echo a frame of 64 B by an e1000 and poll");
E1000_OF(e1514, "-1514", 1514, "Echo a frame of 1,514 B by an e1000 and poll");
