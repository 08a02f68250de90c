/* Read before each benchmark of a test image: its loops, the control's too, do as many turns as
 * slow_turns() says. */
#ifndef SLOW_H
#define SLOW_H

#include <hyperbench.h>

/* How many operations a loop of `n` does: a part more where the option slow= names the benchmark.
 * Loops of fewer than these parts, and benchmarks that use up a supply, stay as they are. */
uint64_t slow_turns(const struct benchmark *benchmark, uint64_t n);

#undef BENCHMARK
#define BENCHMARK(...)                                                             \
    static const struct benchmark benchmark;                                       \
    static void slowed_run(uint64_t n) { run(slow_turns(&benchmark, n)); }         \
    static void slowed_control(uint64_t n) { control(slow_turns(&benchmark, n)); } \
    BENCHMARK_OF(slowed_run, slowed_control, __VA_ARGS__)

#endif
