/* A return from a trap that there was not, into supervisor mode. Six instructions: interrupts
 * off, the mode and sepc set (the address takes two), and the return, which turns interrupts
 * on. hstatus.VTSR makes SRET an exit, for shadow page tables. */
#include <csr.h>
#include <hyperbench.h>

#define SPIE (1 << 5)
#define SPP (1 << 8)

TIMED_INSN_WITH(
    uint64_t bits = SPP | SPIE, ,
    "csrci sstatus, 2\n\tcsrs sstatus, %0\n\tlla t0, 1f\n\tcsrw sepc, t0\n\tsret\n1:", : : "r"(bits) : "t0",
    "memory")

BENCHMARK(.summary = "Return from a trap to the next instruction (SRET)");
