/* What the plugin knows of QEMU's emulated processor. */
#ifndef PROCESSOR_H
#define PROCESSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "../registers.h"

/* Registers, as GDB numbers them (QEMU, gdb-xml/aarch64-core.xml). */
enum { X0 = 0, X8 = 8, GENERAL_END = 31, PC, PSTATE };

/* Whether this QEMU tells all that the functions here return, as far as is known before a processor
 * runs; and whether what it tells of this one agrees with itself. */
bool arm_is_known(void);
bool arm_is_proved(void);

uint64_t arm_register(int number);

/* HCR_EL2 as far as it has an effect. */
uint64_t arm_hypervisor_configuration(const cpu *);

/* The syndrome of the last exception that had one, as ESR_ELx has it. */
uint32_t arm_syndrome(const cpu *);

#endif
