/* The bus is locked for all CPUs. Linux may have Intel's processors raise #AC instead, in
 * guests too: then KVM slows the vCPU down by milliseconds each time, or the monitor ends. */
#include <hyperbench.h>

enum { LINE = 64 };

static uint8_t lines[2 * LINE] __attribute__((aligned(LINE)));

TIMED_INSN_WITH(uint8_t *across = lines + LINE - 2, , "lock incl (%0)", : : "r"(across) : "memory",
                "cc")

BENCHMARK(.summary = "Increment a word across two cache lines with a bus lock (LOCK INC)",
          .path = PATH_DIRECT, .exits = EXITS_VARY, .flags = DANGEROUS_ON_METAL);
