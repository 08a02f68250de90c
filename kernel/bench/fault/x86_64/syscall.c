/* To ring 3 and back with the SYSCALL that is all there: the way of every system call, the
 * other half first. IRETQ with its frame is how an interrupt returns. The processor does it
 * alone, unless a hypervisor runs the guest's kernel in ring 3 and switches page tables on
 * each way. */
#include "syscall.h"
#include "probe.h"

extern const uint8_t syscall_after_sysret[], syscall_after_iret[];

static const uint8_t code[] = {0x0f, 0x05}; /* SYSCALL */

/* SYSCALL overwrites RCX with the address behind it, and R11 with the flags. */
TIMED_INSN_WITH(register uint64_t flags asm("r11") = RING3_FLAGS, uint64_t to = user,
                "sysretq\nsyscall_after_sysret:", : "+c"(to), "+r"(flags) : : "memory")

TIMED_INSN_OF(run_iret, control_iret, register uint64_t flags asm("r11") = RING3_FLAGS,
              uint64_t to = user,
              "mov %%rsp, %%rax\n\tpush %2\n\tpush %%rax\n\tpush %1\n\tpush %3\n\tpush %0\n\t"
              "iretq\nsyscall_after_iret:",
              : "+c"(to), "+r"(flags)
              : "i"(SEGMENT_USER_DATA), "i"(SEGMENT_USER_CODE)
              : "rax", "memory")

static void once(uint64_t loop) { ((void (*)(uint64_t))loop)(1); }

/* A KVM without hardware virtualization does not take a guest's SYSCALL to ring 0. */
static const char *open_and_try(const void *entry, void (*loop)(uint64_t))
{
    const char *reason = syscall_open(code, sizeof code, entry);
    if (!reason && (reason = probe_reason("the way to ring 3 and back", once, (uint64_t)loop)))
        syscall_close();
    return reason;
}

static const char *init(void) { return open_and_try(syscall_after_sysret, run); }
static const char *init_iret(void) { return open_and_try(syscall_after_iret, run_iret); }

BENCHMARK(.summary = "Go to ring 3 and come back with a system call (SYSRET, SYSCALL)",
          .path = PATH_DIRECT, .init = init, .cleanup = syscall_close);
VARIANT_OF(run_iret, control_iret, iret, "-iret",
           .summary = "Go to ring 3 as interrupts return, come back with a system call (IRETQ)",
           .path = PATH_DIRECT, .init = init_iret, .cleanup = syscall_close);
