/* Interrupts below this priority wait. It exits where one waits for it to fall; else the
 * processor keeps it, or without such help every write exits. */
#include <hyperbench.h>

static uint64_t current;

static const char *init(void)
{
    asm volatile("mov %%cr8, %0" : "=r"(current));
    return NULL;
}

TIMED_INSN_WITH(uint64_t priority = current, , "mov %0, %%cr8", : : "r"(priority))

BENCHMARK(.summary = "Write the task priority with its current value (MOV to CR8)",
          .path = PATH_DIRECT, .also = "kut: mov_to_cr8", .init = init);
