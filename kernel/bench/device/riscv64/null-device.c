/* A write that the hypervisor takes by itself, without a monitor. A doorbell adds one to a number.
 * In memory it is known by its address alone (eventfd), which an x86 processor may tell with the
 * exit, or by width and value too (datamatch). A coalesced write goes to a list that the monitor
 * reads later; KVM's holds 169. Needs the platform kvm. */
#include "../null-device.h"

TIMED_INSN_WITH(uint64_t to = bell;
                uint64_t value = VALUE, , "sw %1, 0(%0)", : : "r"(to), "r"(value) : "memory")

BELLS_IN_MEMORY;
