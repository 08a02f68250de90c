/* A guest's exits, whoever executes it. A program of glibc executes some 35 of them before its
 * main(). */
#include <process.h>

TIMED_INSN_WITH(, uint32_t leaf = 0, "cpuid", : "+a"(leaf) : : "rbx", "rcx", "rdx")

BENCHMARK(.summary = "Ask the CPU what it is, in a process (CPUID)", .flags = QUICK,
          .path = PATH_HYPERVISOR, .exits = 1, .event = "user_cpuid");
