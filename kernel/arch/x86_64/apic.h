/* The local APIC, as xAPIC (memory-mapped) or x2APIC (MSRs). Intel SDM 3, chapter 11. */
#ifndef APIC_H
#define APIC_H

#include <stdbool.h>
#include <stdint.h>

/* Chooses the interface and turns the boot CPU's APIC on; returns its name for
 * machine.irqchip. Any other CPU calls apic_enable(). */
const char *apic_init(void);
void apic_enable(void);
bool apic_present(void);
uint32_t apic_id(void);

/* Measures the APIC timer against the counter; needs timer_hz(). */
void apic_timer_init(void);

void apic_end_of_interrupt(void);
void apic_alarm_expired(void);

void apic_send_call(uint32_t apic_id);
void apic_send_init(uint32_t apic_id);
void apic_send_startup(uint32_t apic_id, uint32_t address);

#endif
