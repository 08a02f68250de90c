/* Writes `stvec` with the value it has: where traps go is what a kernel tells the CPU once,
 * as LGDT and LIDT are on x86. */
#include <hyperbench.h>

static uint64_t current;

static const char *init(void)
{
    asm volatile("csrr %0, stvec" : "=r"(current));
    return NULL;
}

TIMED_INSN(write_stvec, uint64_t vector = current, , "csrw stvec, %0", : : "r"(vector))

BENCHMARK(write_stvec, .name = "write-stvec", .category = "privileged",
          .summary = "Load the trap vector with its current value (CSR stvec)",
          .recommended = {10000, 10000000}, .architectures = RISCV64, .init = init,
          .run = write_stvec_run, .control = write_stvec_control);
