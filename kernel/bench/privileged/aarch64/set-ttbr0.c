/* Writes TTBR0_EL1 with the value it has. The counterpart of MOV to CR3: a switch of the
 * page-table root, though here the TLB is left alone (that is tlbi's part). Free under
 * two-stage translation, an exit where HCR_EL2.TVM is set, as under shadow paging. */
#include <hyperbench.h>

static uint64_t current;

static const char *init(void)
{
    asm volatile("mrs %0, ttbr0_el1" : "=r"(current));
    return NULL;
}

TIMED_INSN_WITH(uint64_t root = current, , "msr ttbr0_el1, %0", : : "r"(root))

BENCHMARK(.summary = "Write the page-table root with its current value (TTBR0_EL1)",
          .recommended = {10000, 10000000}, .path = PATH_PAGING, .init = init);
