/* Finding out whether an instruction faults, by trying it: CPUID does not tell all that a
 * hypervisor forbids. For a benchmark's init(). */
#ifndef PROBE_H
#define PROBE_H

#include <stdint.h>

/* Runs attempt(argument) on the boot CPU, with interrupts on. Returns NULL when it comes to its
 * end, or the name of the exception that ended it: "#UD", "#NM", "#GP" or "#PF"; others are
 * contained like any benchmark's. All gates are the kernel's afterwards. */
const char *probe(void (*attempt)(uint64_t argument), uint64_t argument);

/* The same for a reason to skip: NULL, or "`what` ends in #GP here", which the next call
 * overwrites. */
const char *probe_reason(const char *what, void (*attempt)(uint64_t argument), uint64_t argument);

/* Makes a hypercall that may not exist, with a time limit: NULL when it returns, else why it cannot
 * be used, as a reason to skip that the next call overwrites. It uses the alarm and gives it back;
 * interrupts are on afterwards. */
const char *probe_call(void (*call)(void));

#endif
