/* Many open files of which none has anything to read. */
#ifndef MANY_H
#define MANY_H

#include <process.h>

enum { MANY_MOST = 500, NO_WAIT = 0 };

static struct pollfd many[MANY_MOST];
static uint64_t many_set[16]; /* of select(): a bit for each of 1024 */

/* As many as the operand says. */
static inline const char *many_open(void)
{
    memset(many_set, 0, sizeof many_set);
    for (uint64_t i = 0; i < operand; i++) {
        int file = (int)DO(eventfd2, 0, 0);
        many[i] = (struct pollfd){file, POLLIN, 0};
        many_set[file / 64] |= 1UL << file % 64;
    }
    return NULL;
}

#define MANY(id, count, init_function, verb, ...)                                                 \
    VARIANT_OF(run, control, id, "-" #count, .summary = verb " " #count " idle files for events", \
               .operand = count, .init = init_function, __VA_ARGS__)

#endif
