/* System registers and the barriers around them. */
#ifndef SYSREG_H
#define SYSREG_H

#include <stdint.h>

#define read_sysreg(name)                                           \
    ({                                                              \
        uint64_t value_;                                            \
        asm volatile("mrs %0, " #name : "=r"(value_) : : "memory"); \
        value_;                                                     \
    })

#define write_sysreg(name, value) \
    asm volatile("msr " #name ", %0" : : "r"((uint64_t)(value)) : "memory")

static inline void isb(void) { asm volatile("isb" : : : "memory"); }
static inline void dsb(void) { asm volatile("dsb sy" : : : "memory"); }

/* Device registers. In assembly, because a hypervisor that emulates a device can decode only
 * the plain form of load and store (Arm ARM, ESR_ELx.ISS for data aborts, ISV). */
static inline uint32_t mmio_read32(uint64_t address)
{
    uint32_t value;
    asm volatile("ldr %w0, [%1]" : "=r"(value) : "r"(address) : "memory");
    return value;
}

static inline void mmio_write32(uint64_t address, uint32_t value)
{
    asm volatile("str %w0, [%1]" : : "r"(value), "r"(address) : "memory");
}

#endif
