/* A switch of the page-table root, which flushes the TLB. Free under nested paging, an exit
 * under shadow paging. */
#include <hyperbench.h>

static uint64_t current;

static const char *init(void)
{
    asm volatile("mov %%cr3, %0" : "=r"(current));
    return NULL;
}

TIMED_INSN_WITH(uint64_t root = current, , "mov %0, %%cr3", : : "r"(root))

BENCHMARK(.summary = "Load the page-table root with its current value (MOV to CR3)",
          .recommended = {10000, 10000000}, .term = "switch", .path = PATH_PAGING, .init = init,
          .event = "root_switch");
