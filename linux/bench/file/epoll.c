/* Linux was told once which files these are, and knows who has something. */
#include "many.h"

static long watcher;
static struct epoll_event found;

static const char *init(void)
{
    many_open();
    watcher = DO(epoll_create1, 0);
    for (uint64_t i = 0; i < operand; i++) {
        struct epoll_event event = {.events = POLLIN};
        DO(epoll_ctl, watcher, EPOLL_CTL_ADD, many[i].file, &event);
    }
    return NULL;
}

TIMED_CALL(long file = watcher, , DO(epoll_pwait, file, &found, 1, NO_WAIT, 0), file)

MANY(few, 10, init, "Watch", .flags = QUICK);
MANY(hundred, 100, init, "Watch");
MANY(most, 500, init, "Watch");
