/* Control and status registers, by name or number. */
#ifndef CSR_H
#define CSR_H

#include <stdint.h>

#define CSR_TEXT_(csr) #csr
#define CSR_TEXT(csr) CSR_TEXT_(csr)

/* Those that the assembler has no name for yet. */
#define CSR_STIMECMP 0x14d /* the extension Sstc */
#define CSR_SISELECT 0x150 /* AIA 2.2, as the next two */
#define CSR_SIREG 0x151
#define CSR_STOPEI 0x15c

#define csr_read(csr)                                                        \
    ({                                                                       \
        uint64_t value_;                                                     \
        asm volatile("csrr %0, " CSR_TEXT(csr) : "=r"(value_) : : "memory"); \
        value_;                                                              \
    })

#define csr_write(csr, value) \
    asm volatile("csrw " CSR_TEXT(csr) ", %0" : : "rK"((uint64_t)(value)) : "memory")
#define csr_set(csr, bits) \
    asm volatile("csrs " CSR_TEXT(csr) ", %0" : : "rK"((uint64_t)(bits)) : "memory")
#define csr_clear(csr, bits) \
    asm volatile("csrc " CSR_TEXT(csr) ", %0" : : "rK"((uint64_t)(bits)) : "memory")

#endif
