/* With the value that it has: half of every change to a line's routing. QEMU, where it keeps
 * the device (kernel-irqchip=split, microvm), tells KVM the routes of all lines again after
 * each. */
#include "ioapic.h"

TIMED_INSN_WITH(uint64_t select = IOAPIC_SELECT;
                uint64_t version = 1, , "movl %k1, (%0)", : : "r"(select), "r"(version) : "memory")

BENCHMARK(.summary = "Write the select register of the I/O APIC", .path = PATH_HYPERVISOR,
          .exits = 1, .init = ioapic_choose_version);
