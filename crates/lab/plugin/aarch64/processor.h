/* What the plugin knows of QEMU's emulated processor besides its registers. */
#ifndef PROCESSOR_H
#define PROCESSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "../registers.h"

/* Whether this QEMU tells all that the functions here return. */
bool processor_is_known(void);

/* HCR_EL2 as far as it has an effect. */
uint64_t processor_hypervisor_configuration(const cpu *);

/* The syndrome of the last exception that had one, as ESR_ELx has it. */
uint32_t processor_syndrome(const cpu *);

#endif
