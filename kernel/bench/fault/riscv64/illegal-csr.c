/* An illegal instruction: firmware takes that exception, because some such CSRs are its to
 * emulate, and hands it on to the supervisor, whose handler goes on behind it: seven
 * instructions. A hypervisor gets it first and does the same. */
#include <hyperbench.h>
#include <probe.h>

#define NOBODYS 0x1ff

/* Interrupts go to the kernel's own entry, with t0 as it was; the loop expects t0 to change. */
asm(".pushsection .text\n"
    ".balign 4\n"
    "illegal_csr_entry:\n"
    "    csrw sscratch, t0\n"
    "    csrr t0, scause\n"
    "    bltz t0, 1f\n"
    "    csrr t0, sepc\n"
    "    addi t0, t0, 4\n"
    "    csrw sepc, t0\n"
    "    sret\n"
    "1:  csrr t0, sscratch\n"
    "    j trap_entry\n"
    ".popsection");

extern const uint8_t illegal_csr_entry[], trap_entry[];

static const char *init(void)
{
    if (csr_readable(NOBODYS))
        return "the CPU has the CSR with this number";
    csr_write(stvec, (uint64_t)illegal_csr_entry);
    return NULL;
}

static void cleanup(void) { csr_write(stvec, (uint64_t)trap_entry); }

TIMED_INSN("csrr t0, " CSR_TEXT(NOBODYS), : : : "t0", "memory")

BENCHMARK(.summary = "Read a CSR that does not exist and go on behind it", .path = PATH_FIRMWARE,
          .exits = 1, .init = init, .cleanup = cleanup);
