/* MMIO that KVM answers in the kernel, unless the monitor has kept the device. Beside
 * mmio-read-32 this shows what the monitor costs. */
#include "ioapic.h"

TIMED_INSN_WITH(uint64_t window = IOAPIC_WINDOW, , "movl (%0), %%eax", : : "r"(window) : "rax",
                "memory")

BENCHMARK(.summary = "Read the version of the I/O APIC", .path = PATH_HYPERVISOR, .exits = 1,
          .init = ioapic_choose_version);
