/* In ring 3 with alignment checks on; the handler returns to ring 0. SYSRET to there,
 * exception and handler are in the figure. KVM intercepts #AC (an endless series of it would
 * keep the processor from the host, CVE-2015-5307) and gives it back. */
#include "gates.h"
#include "syscall.h"

enum { ALIGNMENT_CHECK = 17, CHECK_FLAG = 1 << 18 };

static uint64_t cr0;

extern bool alignment_unchecked;
bool alignment_unchecked; /* set where SYSCALL ends up */

extern const uint8_t alignment_after[];

/* MOV EAX, [RCX + 0x801], and SYSCALL where that is let through. */
static const uint8_t code[] = {0x8b, 0x81, 0x01, 0x08, 0, 0, 0x0f, 0x05};

/* On the stack: error code, RIP, CS, RFLAGS, RSP. Ring 3 has left RSP alone. */
__attribute__((naked)) static void caught(void)
{
    asm volatile("mov 32(%rsp), %rsp\n\tpush $0x202\n\tpopfq\n\tjmp alignment_after");
}

__attribute__((naked)) static void passed(void)
{
    asm volatile("movb $1, alignment_unchecked\n\tpush $0x202\n\tpopfq\n\tjmp alignment_after");
}

TIMED_INSN_WITH(register uint64_t flags asm("r11") = RING3_FLAGS | CHECK_FLAG, uint64_t to = user,
                "sysretq\nalignment_after:", : "+c"(to), "+r"(flags) : : "rax", "memory")

static void cleanup(void)
{
    gates_reset();
    syscall_close();
    write_cr0(cr0);
}

static const char *init(void)
{
    cr0 = read_cr0();
    const char *reason = syscall_open(code, sizeof code, (const void *)passed);
    if (reason)
        return reason;
    write_cr0(cr0 | CR0_AM);
    gate_set(ALIGNMENT_CHECK, (const void *)caught);
    alignment_unchecked = false;
    run(1);
    if (!alignment_unchecked)
        return NULL;
    cleanup();
    return "the CPU does not check alignment";
}

BENCHMARK(.summary = "Load across a boundary and return from the exception (#AC)",
          .path = PATH_HYPERVISOR, .exits = 1, .init = init, .cleanup = cleanup);
