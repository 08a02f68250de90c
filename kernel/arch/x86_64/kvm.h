/* KVM's hypercalls (Linux Documentation/virt/kvm/x86/hypercalls.rst). */
#ifndef KVM_H
#define KVM_H

#include <stdbool.h>
#include <stdint.h>

/* Bits of machine.hypervisor_features (Documentation/virt/kvm/x86/cpuid.rst). */
enum {
    KVM_FEATURE_CLOCKSOURCE2 = 1 << 3,
    KVM_FEATURE_PV_UNHALT = 1 << 7,
    KVM_FEATURE_PV_SEND_IPI = 1 << 11,
    KVM_FEATURE_PV_SCHED_YIELD = 1 << 13
};

enum { KVM_MSR_SYSTEM_TIME = 0x4b564d01 };

/* What a page shared with KVM or Xen tells of the time, struct pvclock_vcpu_time_info
 * (Documentation/virt/kvm/x86/msr.rst). */
struct pvclock {
    uint32_t version, pad0; /* odd while the page is written */
    uint64_t tsc_timestamp, system_time;
    uint32_t tsc_to_system_mul;
    int8_t tsc_shift;
    uint8_t flags, pad[2];
};

bool kvm_present(void);

/* The hypercall instruction of the CPU's vendor and a return, to be called. */
extern const uint8_t *kvm_instruction;

/* Finds out whether KVM answers hypercalls on this CPU; NULL when it does, else why not. From a
 * benchmark's init() alone. Some KVMs without hardware virtualization do not. */
const char *kvm_calls_needed(void);

/* Call `number` with up to four arguments: what it returns is negative for an error. */
static inline int64_t kvm_call(uint64_t number, uint64_t first, uint64_t second, uint64_t third,
                               uint64_t fourth)
{
    int64_t result;
    asm volatile("call *%6"
                 : "=a"(result)
                 : "0"(number), "b"(first), "c"(second), "d"(third), "S"(fourth),
                   "r"(kvm_instruction)
                 : "memory");
    return result;
}

#endif
