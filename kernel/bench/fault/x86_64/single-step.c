/* POPF turns the trap flag on, the NOP behind it ends in #DB, and the handler turns the flag
 * off. PUSHF, OR, POPF and NOP are in the figure. KVM intercepts #DB (an endless series of it
 * would keep the processor from the host, CVE-2015-8104) and gives it back. */
#include <hyperbench.h>

#include "gates.h"

enum { DEBUG_EXCEPTION = 1 };

/* RFLAGS lies above RIP and CS; its bit 8 is the trap flag. */
__attribute__((naked)) static void stop_stepping(void)
{
    asm volatile("andl $~0x100, 16(%rsp)\n\tiretq");
}

static const char *init(void)
{
    gate_set(DEBUG_EXCEPTION, (const void *)stop_stepping);
    return NULL;
}

TIMED_INSN("pushfq\n\torl $0x100, (%%rsp)\n\tpopfq\n\tnop", : : : "memory", "cc")

BENCHMARK(.summary = "Step over one instruction and return from the exception (#DB)",
          .path = PATH_HYPERVISOR, .exits = 1, .also = "ACRN: single step trap", .init = init,
          .cleanup = gates_reset);
