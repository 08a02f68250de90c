/* Where traps go is what a kernel tells the CPU once, as LGDT and LIDT are on x86. */
#include <write-back.h>

TIMED_WRITE_BACK(stvec)

BENCHMARK(.summary = "Load the trap vector with its current value (CSR stvec)",
          .recommended = {10000, 10000000}, .term = "sen");
