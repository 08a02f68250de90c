/* Two MOVs. Hypervisors follow paging's bits. KVM on Intel lets the guest own CR4.PGE under
 * nested paging, and since Linux 6.4 CR0.WP; on AMD every write of CR4 exits, and those of CR0
 * that change more than TS. TS (the FPU holds another task's state) is the guest's own on
 * both. Xen intercepts all of them. */
#include <hyperbench.h>

#include "x86.h"

static uint64_t cr0, cr4;

static const char *init(void)
{
    cr0 = read_cr0();
    cr4 = read_cr4();
    return NULL;
}

static void cleanup(void)
{
    write_cr0(cr0);
    write_cr4(cr4);
}

TIMED_INSN_OF(run0, control0, uint64_t there = cr0 ^ operand;
              uint64_t back = cr0, , "mov %0, %%cr0\n\tmov %1, %%cr0", : : "r"(there),
              "r"(back) : "memory")
TIMED_INSN_OF(run4, control4, uint64_t there = cr4 ^ operand;
              uint64_t back = cr4, , "mov %0, %%cr4\n\tmov %1, %%cr4", : : "r"(there),
              "r"(back) : "memory")

VARIANT_OF(run0, control0, wp, "0-wp",
           .summary = "Switch the kernel's write protection off and on (CR0.WP)",
           .path = PATH_PAGING, .exits = EXITS_VARY, .also = "kut: toggle_cr0_wp",
           .operand = CR0_WP, .init = init, .cleanup = cleanup);
VARIANT_OF(run0, control0, ts, "0-ts", .summary = "Take the FPU away and give it back (CR0.TS)",
           .path = PATH_DIRECT, .operand = CR0_TS, .init = init, .cleanup = cleanup);
VARIANT_OF(run4, control4, pge, "4-pge",
           .summary = "Switch global pages on and off, which flushes the whole TLB (CR4.PGE)",
           .path = PATH_PAGING, .exits = EXITS_VARY, .also = "kut: toggle_cr4_pge",
           .event = "control_write", .operand = CR4_PGE, .init = init, .cleanup = cleanup);
