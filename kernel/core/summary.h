/* What a screen shows where no serial port takes the records: docs/platforms.md, "Only a screen".
 */
#ifndef SUMMARY_H
#define SUMMARY_H

#include <hyperbench.h>

/* Prepares the summary of so many benchmarks, if there is a screen for it. After arch_init(). */
void summary_init(unsigned benchmarks);

/* Says that a benchmark runs, and forgets the batches of the one before. */
void summary_begin(const struct benchmark *benchmark);

/* Takes a batch of `n` operations: the same that the record has. */
void summary_take(int64_t ticks, uint64_t n);

/* Adds the line of a benchmark that has ended. `reason` may be NULL. */
void summary_add(const struct benchmark *benchmark, const char *status, const char *reason);

/* Shows the summary for good, with what went wrong unless that is NULL. Returns where there is no
 * screen to show it on. */
void summary_show(const char *trouble);

#endif
