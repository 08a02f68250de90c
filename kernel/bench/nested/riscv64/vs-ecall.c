/* SRET into virtual supervisor mode, one instruction there, and the trap; thirteen in all. The
 * guest is in this kernel's memory with all registers as they are: nothing is switched but the
 * mode. A hypervisor below makes an exit of several of them, and world switches besides. */
#include "hypervisor-csr.h"

#define SPP (1 << 8)

enum { ECALL_FROM_GUEST = 10 };

/* The guest gets behind its instruction only when somebody else has answered it, and stays
 * there until the time limit. A trap goes on where t1 says, in our loop, but for an interrupt,
 * which is the kernel's: it comes back into the guest, or into the loop. */
asm(".pushsection .text\n"
    ".balign 4\n"
    "vs_ecall_guest:\n"
    "    ecall\n"
    "    j .\n"
    ".balign 4\n"
    "vs_ecall_entry:\n"
    "    csrw sscratch, t0\n"
    "    csrr t0, scause\n"
    "    bltz t0, 1f\n"
    "    jr t1\n"
    "1:  csrr t0, sscratch\n"
    "    j trap_entry\n"
    ".popsection");

extern const uint8_t vs_ecall_guest[], vs_ecall_entry[], trap_entry[];

TIMED_INSN_WITH(uint64_t guest = (uint64_t)vs_ecall_guest;
                uint64_t virtual = HSTATUS_SPV | HSTATUS_SPVP;
                uint64_t previous = SPP, ,
                "csrci sstatus, 2\n\t"
                "csrw sepc, %0\n\t"
                "csrs " CSR_TEXT(CSR_HSTATUS) ", %1\n\t"
                                              "csrs sstatus, %2\n\t"
                                              "lla t1, 1f\n\t"
                                              "sret\n"
                                              "1:\n\t"
                                              "csrsi sstatus, 2",
                :
                : "r"(guest), "r"(virtual), "r"(previous)
                : "t0", "t1", "memory")

static const char *init(void)
{
    const char *reason = hypervisor_init();
    if (reason)
        return reason;
    csr_write(stvec, (uint64_t)vs_ecall_entry);
    run(1);
    if (csr_read(scause) == ECALL_FROM_GUEST)
        return NULL;
    csr_write(stvec, (uint64_t)trap_entry);
    hypervisor_cleanup();
    return "the guest's call does not come to its hypervisor";
}

static void cleanup(void)
{
    csr_write(stvec, (uint64_t)trap_entry);
    hypervisor_cleanup();
}

BENCHMARK(.summary = "Enter a guest and return by its call (SRET, ECALL)", .path = PATH_NESTED,
          .exits = EXITS_VARY, .init = init, .cleanup = cleanup);
