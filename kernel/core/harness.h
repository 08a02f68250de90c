/* Running benchmarks, one after another, each contained. */
#ifndef HARNESS_H
#define HARNESS_H

/* Measures the timer's own fluctuation and reports it. Must run before run_suite(). */
void harness_init(void);

/* How many benchmarks run_suite() will run. */
unsigned suite_size(void);

/* Runs the suite, or what the options name instead; returns how many ended. */
unsigned run_suite(void);

#endif
