/* The lazy switch of the FPU: CR0.TS is set, the next x87 instruction ends in #NM, its handler
 * clears the flag, and the instruction runs, all in the figure; toggle-cr0-ts tells the share
 * of CR0. With virtualization extensions it is the guest's own. */
#include <hyperbench.h>

#include "gates.h"
#include "x86.h"

enum { DEVICE_NOT_AVAILABLE = 7 };

static uint64_t cr0;
static uint16_t control_word;

__attribute__((naked)) static void give_fpu(void) { asm volatile("clts\n\tiretq"); }

static const char *init(void)
{
    cr0 = read_cr0();
    write_cr0(cr0 & ~(uint64_t)CR0_EM);
    gate_set(DEVICE_NOT_AVAILABLE, (const void *)give_fpu);
    return NULL;
}

static void cleanup(void)
{
    write_cr0(cr0);
    gates_reset();
}

TIMED_INSN_WITH(uint64_t taken = (cr0 & ~(uint64_t)CR0_EM) | CR0_TS, ,
                "mov %1, %%cr0\n\tfnstcw %0", : "=m"(control_word) : "r"(taken) : "memory")

BENCHMARK(.summary = "Use the FPU after it was taken away (#NM)", .path = PATH_DIRECT, .init = init,
          .cleanup = cleanup);
