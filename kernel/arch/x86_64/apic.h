/* The local APIC, as xAPIC (memory-mapped) or x2APIC (MSRs). Intel SDM 3, chapter 11. */
#ifndef APIC_H
#define APIC_H

#include <stdbool.h>
#include <stdint.h>

/* Registers by their offset in the xAPIC's page; an x2APIC's MSR is 0x800 + offset / 16. */
enum {
    APIC_ID = 0x20,
    APIC_TASK_PRIORITY = 0x80,
    APIC_EOI = 0xb0,
    APIC_SPURIOUS = 0xf0,
    APIC_COMMAND = 0x300,
    APIC_COMMAND_HIGH = 0x310,
    APIC_TIMER = 0x320,
    APIC_ERROR = 0x370,
    APIC_TIMER_INITIAL = 0x380,
    APIC_TIMER_CURRENT = 0x390,
    APIC_TIMER_DIVIDE = 0x3e0,
    APIC_SELF_IPI = 0x3f0 /* of the x2APIC alone */
};
#define APIC_MSR(reg) (0x800 + (reg) / 16)

/* Values of registers. Commands without a destination are fixed interrupts to one CPU. */
enum {
    APIC_COMMAND_NMI = 4 << 8 | 1 << 14, /* level assert */
    APIC_COMMAND_SELF = 1 << 18,         /* to the sender, whatever the destination says */
    APIC_MASKED = 1 << 16,               /* of APIC_TIMER and APIC_ERROR */
    APIC_TIMER_TSC_DEADLINE = 2 << 17
};

/* Chooses the interface and turns the boot CPU's APIC on; returns its name for
 * machine.irqchip. Any other CPU calls apic_enable(). */
const char *apic_init(void);
void apic_enable(void);
bool apic_present(void);

/* Which interface is on, and where the registers of the xAPIC are. */
bool apic_is_x2apic(void);
uint64_t apic_address(void);

/* A register of this CPU's APIC, by either interface. */
uint32_t apic_read(uint32_t reg);
void apic_write(uint32_t reg, uint32_t value);
uint32_t apic_id(void);

/* Measures the APIC timer against the counter; needs timer_hz(). */
void apic_timer_init(void);

void apic_end_of_interrupt(void);
void apic_alarm_expired(void);

/* Takes an interrupt, if one comes within 10 ms; needs timer_hz(). KVM looks for interrupts before
 * it enters the guest for an exception or an NMI, in all of the APIC's registers until one has been
 * taken and none was left: the cost of that would depend on what ran before. */
void apic_settle(void);

/* Sends an IPI: a vector, or a command as above. */
void apic_send(uint32_t apic_id, uint32_t command);

void apic_send_call(uint32_t apic_id);
void apic_send_init(uint32_t apic_id);
void apic_send_startup(uint32_t apic_id, uint32_t address);

#endif
