#include "later.h"

#include <stddef.h>

static void (*due)(void);

void look_later(void (*look)(void)) { due = look; }

void later_block_begins(void)
{
    if (!due)
        return;
    void (*look)(void) = due;
    due = NULL;
    look();
}
