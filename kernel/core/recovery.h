/* Containment: what goes wrong inside a benchmark ends that benchmark and nothing else. */
#ifndef RECOVERY_H
#define RECOVERY_H

#include <posih.h>

enum contained { RAN = 0, FAULTED, TIMED_OUT, FAILED };

/* Runs `step(argument)` on the boot CPU with interrupts enabled. An exception, a time-out and
 * fail() return here as well; the trap, if there was one, is in `*contained_trap`. */
enum contained run_contained(void (*step)(void *), void *argument);

extern struct trap contained_trap;

/* What fail() was told last. */
extern char failure[128];

/* (Re)starts the clock on the running step; stops it. */
void deadline_start(uint64_t milliseconds);
void deadline_stop(void);

#endif
