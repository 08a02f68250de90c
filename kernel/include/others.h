/* How many other CPUs take part: of benchmarks of all, and of their families by number. */
#ifndef OTHERS_H
#define OTHERS_H

#include <hyperbench.h>

/* All of them, or as many as the operand says. */
static inline unsigned others(void) { return operand ? (unsigned)operand : cpu_count() - 1; }

static inline void others_spin(void) { others_set_idle(others(), IDLE_SPIN); }
static inline void others_halt(void) { others_set_idle(others(), IDLE_HALT); }

/* Defines the variants that make the curve: each doubles what is at stake, and a machine of two,
 * four, eight or sixteen CPUs has all but the boot CPU in its last. */
#define VARIANTS_BY_CPUS(what, ...)                                \
    OTHERS(one, "-1cpu", what " 1 other CPU", 1, __VA_ARGS__);     \
    OTHERS(two, "-2cpus", what " 2 other CPUs", 2, __VA_ARGS__);   \
    OTHERS(three, "-3cpus", what " 3 other CPUs", 3, __VA_ARGS__); \
    OTHERS(seven, "-7cpus", what " 7 other CPUs", 7, __VA_ARGS__); \
    OTHERS(fifteen, "-15cpus", what " 15 other CPUs", 15, __VA_ARGS__)

#define OTHERS(id, suffix, text, count, ...) \
    VARIANT(id, suffix, .summary = text, .operand = (count), .cpus = (count) + 1, __VA_ARGS__)

#endif
