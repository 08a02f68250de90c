/* The few facts that we take from ACPI tables. */
#ifndef ACPI_H
#define ACPI_H

#include <stdbool.h>
#include <stdint.h>

/* Where the boot protocol says the RSDP is. With `copy`, the place is the loader's own and
 * is copied; 0 means that it does not know. */
void acpi_set_rsdp(uint64_t address, bool copy);

/* Finds the RSDP if the boot protocol gave none. */
void acpi_init(void);

/* A table by its signature, 0 when there is none or its checksum is wrong. */
uint64_t acpi_table(const char *signature);

/* Calls `on_each` with the local APIC ID of each usable CPU; returns false without a MADT. */
bool acpi_for_each_cpu(void (*on_each)(uint32_t apic_id));

/* The port of the ACPI timer (3.579545 MHz, 24 bits at least), 0 when there is none. */
uint16_t acpi_timer_port(void);

/* The port of the serial console (SPCR), 0 when there is none. */
uint16_t acpi_console_port(void);

/* Enters S5. Returns when that did not work. */
void acpi_power_off(void);

#endif
