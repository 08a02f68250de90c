/*
 * Bochs' instrumentation: functions of its own that it calls at what a processor does. They are
 * there in Debian's Bochs, and empty.
 */
#ifndef HOOKS_H
#define HOOKS_H

#include <stdbool.h>

/* Has `ours` called in the place of Bochs' empty function of this name, as the linker knows it.
 * False when that is not there, or not empty. */
bool hook(const char *name, void *ours);

#endif
