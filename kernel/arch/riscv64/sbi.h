/* Calls into the supervisor binary interface: firmware, or a hypervisor in its place. RISC-V
 * SBI specification 2.0; chapter 3 has the convention. */
#ifndef SBI_H
#define SBI_H

#include <stdbool.h>
#include <stdint.h>

struct sbi_result {
    int64_t error; /* 0 is success */
    uint64_t value;
};

enum sbi_extension {
    SBI_LEGACY_PUTCHAR = 0x01, /* chapter 5, as the next */
    SBI_LEGACY_SHUTDOWN = 0x08,
    SBI_BASE = 0x10,         /* chapter 4 */
    SBI_TIME = 0x54494d45,   /* chapter 6 */
    SBI_IPI = 0x735049,      /* chapter 7 */
    SBI_RFENCE = 0x52464e43, /* chapter 8 */
    SBI_HSM = 0x48534d,      /* chapter 9 */
    SBI_SRST = 0x53525354,   /* chapter 10 */
    SBI_PMU = 0x504d55,      /* chapter 11 */
    SBI_DBCN = 0x4442434e,   /* chapter 12 */
    SBI_FWFT = 0x46574654    /* of version 3.0, chapter 18 */
};

/* Functions of the base extension. */
enum sbi_base {
    BASE_SPEC_VERSION = 0,
    BASE_IMPLEMENTATION = 1,
    BASE_IMPLEMENTATION_VERSION = 2,
    BASE_PROBE = 3,
    BASE_MVENDORID = 4,
    BASE_MARCHID = 5,
    BASE_MIMPID = 6
};

static inline struct sbi_result sbi_call(enum sbi_extension extension, uint64_t function,
                                         uint64_t arg0, uint64_t arg1, uint64_t arg2)
{
    register uint64_t a0 asm("a0") = arg0;
    register uint64_t a1 asm("a1") = arg1;
    register uint64_t a2 asm("a2") = arg2;
    register uint64_t a6 asm("a6") = function;
    register uint64_t a7 asm("a7") = extension;
    asm volatile("ecall" : "+r"(a0), "+r"(a1) : "r"(a2), "r"(a6), "r"(a7) : "memory");
    return (struct sbi_result){(int64_t)a0, a1};
}

static inline uint64_t sbi_base(enum sbi_base function, uint64_t argument)
{
    return sbi_call(SBI_BASE, function, argument, 0, 0).value;
}

static inline bool sbi_has(enum sbi_extension extension)
{
    return sbi_base(BASE_PROBE, extension) != 0;
}

#endif
