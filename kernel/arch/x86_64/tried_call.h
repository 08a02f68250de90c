/* Trying a hypercall that may not exist. */
#ifndef TRIED_CALL_H
#define TRIED_CALL_H

/* Makes a call, with a time limit: NULL when it returns, else why it cannot be used, in the words
 * of a benchmark that is skipped. Only from a benchmark's init(): the alarm and the gates are used
 * and given back. Interrupts are on afterwards. */
const char *probe_call(void (*call)(void));

#endif
