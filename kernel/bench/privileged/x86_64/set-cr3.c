/* MOV to CR3 with the value it has: a switch of the page-table root, which flushes the TLB.
 * Free under nested paging, an exit under shadow paging. */
#include <hyperbench.h>

static uint64_t current;

static const char *init(void)
{
    asm volatile("mov %%cr3, %0" : "=r"(current));
    return NULL;
}

TIMED_INSN(set_cr3, uint64_t root = current, , "mov %0, %%cr3", : : "r"(root))

BENCHMARK(set_cr3, .name = "set-cr3", .category = "privileged",
          .summary = "Load the page-table root with its current value (MOV to CR3)",
          .recommended = {10000, 10000000}, .architectures = X86_64, .init = init,
          .run = set_cr3_run, .control = set_cr3_control);
