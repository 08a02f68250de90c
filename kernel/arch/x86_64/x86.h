/* Instructions that C cannot express. */
#ifndef X86_H
#define X86_H

#include <stdbool.h>
#include <stdint.h>

#include "layout.h"

struct cpuid {
    uint32_t eax, ebx, ecx, edx;
};

static inline struct cpuid cpuid(uint32_t leaf, uint32_t subleaf)
{
    struct cpuid r;
    asm volatile("cpuid"
                 : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx)
                 : "a"(leaf), "c"(subleaf));
    return r;
}

static inline uint32_t cpuid_max(void) { return cpuid(0, 0).eax; }

static inline uint64_t rdmsr(uint32_t msr)
{
    uint32_t low, high;
    asm volatile("rdmsr" : "=a"(low), "=d"(high) : "c"(msr));
    return (uint64_t)high << 32 | low;
}

static inline void wrmsr(uint32_t msr, uint64_t value)
{
    asm volatile("wrmsr"
                 :
                 : "c"(msr), "a"((uint32_t)value), "d"((uint32_t)(value >> 32))
                 : "memory");
}

static inline uint8_t in8(uint16_t port)
{
    uint8_t value;
    asm volatile("inb %1, %0" : "=a"(value) : "Nd"(port) : "memory");
    return value;
}

static inline uint16_t in16(uint16_t port)
{
    uint16_t value;
    asm volatile("inw %1, %0" : "=a"(value) : "Nd"(port) : "memory");
    return value;
}

static inline uint32_t in32(uint16_t port)
{
    uint32_t value;
    asm volatile("inl %1, %0" : "=a"(value) : "Nd"(port) : "memory");
    return value;
}

static inline void out8(uint16_t port, uint8_t value)
{
    asm volatile("outb %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

static inline void out16(uint16_t port, uint16_t value)
{
    asm volatile("outw %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

static inline void out32(uint16_t port, uint32_t value)
{
    asm volatile("outl %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

static inline uint64_t read_cr0(void)
{
    uint64_t value;
    asm volatile("mov %%cr0, %0" : "=r"(value));
    return value;
}

static inline void write_cr0(uint64_t value)
{
    asm volatile("mov %0, %%cr0" : : "r"(value) : "memory");
}

static inline uint64_t read_cr2(void)
{
    uint64_t value;
    asm volatile("mov %%cr2, %0" : "=r"(value));
    return value;
}

static inline uint64_t read_cr3(void)
{
    uint64_t value;
    asm volatile("mov %%cr3, %0" : "=r"(value));
    return value;
}

static inline void write_cr3(uint64_t value)
{
    asm volatile("mov %0, %%cr3" : : "r"(value) : "memory");
}

static inline uint64_t read_cr4(void)
{
    uint64_t value;
    asm volatile("mov %%cr4, %0" : "=r"(value));
    return value;
}

static inline void write_cr4(uint64_t value)
{
    asm volatile("mov %0, %%cr4" : : "r"(value) : "memory");
}

/* The operand of LGDT and LIDT (Intel SDM 3, 3.5.1). */
struct descriptor_pointer {
    uint16_t limit;
    uint64_t base;
} __attribute__((packed));

static inline void lgdt(const struct descriptor_pointer *pointer)
{
    asm volatile("lgdt %0" : : "m"(*pointer));
}

static inline void lidt(const struct descriptor_pointer *pointer)
{
    asm volatile("lidt %0" : : "m"(*pointer));
}

/* Where the BIOS data area says that the extended one is; 0 when that cannot be. */
static inline uint64_t bios_ebda(void)
{
    uint64_t address = *(const volatile uint16_t *)0x40e * 16UL;
    return address >= 0x80000 && address < 0xa0000 ? address : 0;
}

#endif
