/* The fields of a VMCS that benchmarks use, and the instructions that read and write them. Intel
 * SDM volume 3: fields' encodings appendix B, controls 25.6 to 25.8, exit reasons appendix C. */
#ifndef VMCS_H
#define VMCS_H

#include <stdbool.h>
#include <stdint.h>

enum vmcs_field {
    VMCS_VPID = 0x0000,
    VMCS_GUEST_SELECTOR = 0x0800, /* ES, CS, SS, DS, FS, GS, LDTR, TR: each 2 further on */
    VMCS_HOST_SELECTOR = 0x0c00,  /* ES, CS, SS, DS, FS, GS, TR */
    VMCS_EPT_POINTER = 0x201a,
    VMCS_VMREAD_BITMAP = 0x2026,
    VMCS_VMWRITE_BITMAP = 0x2028,
    VMCS_GUEST_PHYSICAL_ADDRESS = 0x2400,
    VMCS_LINK_POINTER = 0x2800,
    VMCS_GUEST_DEBUGCTL = 0x2802,
    VMCS_PIN_CONTROLS = 0x4000,
    VMCS_CPU_CONTROLS = 0x4002,
    VMCS_EXCEPTION_BITMAP = 0x4004,
    VMCS_PAGE_FAULT_MASK = 0x4006,
    VMCS_PAGE_FAULT_MATCH = 0x4008,
    VMCS_CR3_TARGETS = 0x400a,
    VMCS_EXIT_CONTROLS = 0x400c,
    VMCS_EXIT_MSR_STORES = 0x400e,
    VMCS_EXIT_MSR_LOADS = 0x4010,
    VMCS_ENTRY_CONTROLS = 0x4012,
    VMCS_ENTRY_MSR_LOADS = 0x4014,
    VMCS_ENTRY_EVENT = 0x4016,
    VMCS_CPU_CONTROLS_2 = 0x401e,
    VMCS_INSTRUCTION_ERROR = 0x4400,
    VMCS_EXIT_REASON = 0x4402,
    VMCS_EXIT_EVENT = 0x4404,
    VMCS_GUEST_LIMIT = 0x4800, /* in the order of the selectors, then GDTR, IDTR */
    VMCS_GUEST_RIGHTS = 0x4814,
    VMCS_GUEST_INTERRUPTIBILITY = 0x4824,
    VMCS_GUEST_ACTIVITY = 0x4826,
    VMCS_GUEST_SYSENTER_CS = 0x482a,
    VMCS_HOST_SYSENTER_CS = 0x4c00,
    VMCS_CR0_MASK = 0x6000,
    VMCS_CR4_MASK = 0x6002,
    VMCS_CR0_SHADOW = 0x6004,
    VMCS_CR4_SHADOW = 0x6006,
    VMCS_EXIT_QUALIFICATION = 0x6400,
    VMCS_GUEST_CR0 = 0x6800,
    VMCS_GUEST_CR3 = 0x6802,
    VMCS_GUEST_CR4 = 0x6804,
    VMCS_GUEST_BASE = 0x6806, /* in the order of the selectors, then GDTR, IDTR */
    VMCS_GUEST_DR7 = 0x681a,
    VMCS_GUEST_RSP = 0x681c,
    VMCS_GUEST_RIP = 0x681e,
    VMCS_GUEST_RFLAGS = 0x6820,
    VMCS_GUEST_PENDING_DEBUG = 0x6822,
    VMCS_GUEST_SYSENTER_ESP = 0x6824,
    VMCS_GUEST_SYSENTER_EIP = 0x6826,
    VMCS_HOST_CR0 = 0x6c00,
    VMCS_HOST_CR3 = 0x6c02,
    VMCS_HOST_CR4 = 0x6c04,
    VMCS_HOST_FS_BASE = 0x6c06,
    VMCS_HOST_GS_BASE = 0x6c08,
    VMCS_HOST_TR_BASE = 0x6c0a,
    VMCS_HOST_GDTR_BASE = 0x6c0c,
    VMCS_HOST_IDTR_BASE = 0x6c0e,
    VMCS_HOST_SYSENTER_ESP = 0x6c10,
    VMCS_HOST_SYSENTER_EIP = 0x6c12,
    VMCS_HOST_RSP = 0x6c14,
    VMCS_HOST_RIP = 0x6c16
};

/* Basic exit reasons. */
enum exit_reason {
    EXIT_EXCEPTION = 0,
    EXIT_INTERRUPT = 1,
    EXIT_CPUID = 10,
    EXIT_HLT = 12,
    EXIT_VMCALL = 18,
    EXIT_IO = 30,
    EXIT_EPT_VIOLATION = 48
};

static inline uint64_t vmread(uint64_t field)
{
    uint64_t value = 0; /* where VMREAD fails */
    asm volatile("vmread %1, %0" : "+r"(value) : "r"(field) : "cc");
    return value;
}

static inline void vmwrite(uint64_t field, uint64_t value)
{
    asm volatile("vmwrite %1, %0" : : "r"(field), "r"(value) : "cc", "memory");
}

/* An instruction on `operand` that says by the flags whether it has failed (30.2). */
#define VMX_SUCCEEDS(instruction, ...)                                      \
    ({                                                                      \
        bool done;                                                          \
        asm volatile(instruction : "=@cca"(done) : __VA_ARGS__ : "memory"); \
        done;                                                               \
    })

static inline bool vmxon(const uint64_t *region) { return VMX_SUCCEEDS("vmxon %1", "m"(*region)); }

static inline bool vmclear(const uint64_t *region)
{
    return VMX_SUCCEEDS("vmclear %1", "m"(*region));
}

static inline bool vmptrld(const uint64_t *region)
{
    return VMX_SUCCEEDS("vmptrld %1", "m"(*region));
}

/* The operand in memory of INVEPT (an EPT pointer) and INVVPID (a VPID, a linear address). */
struct invalidation {
    uint64_t which, address;
};

static inline bool invept(uint64_t type, const struct invalidation *what)
{
    return VMX_SUCCEEDS("invept %2, %1", "r"(type), "m"(*what));
}

static inline bool invvpid(uint64_t type, const struct invalidation *what)
{
    return VMX_SUCCEEDS("invvpid %2, %1", "r"(type), "m"(*what));
}

#endif
