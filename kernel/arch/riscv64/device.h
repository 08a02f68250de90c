/* Devices of the device tree that only benchmarks use. */
#ifndef DEVICE_H
#define DEVICE_H

#include <stdbool.h>
#include <stdint.h>

enum device { DEVICE_VIRTIO, DEVICE_RTC, DEVICE_PCI, DEVICE_APLIC, DEVICE_PLIC, DEVICES };

/* Its registers, mapped; 0 when the machine has none. */
uint64_t device_registers(enum device device);

/* Where an interrupt controller's node lists an interrupt of a hart's own controller: the
 * number of the entry in interrupts-extended. Returns false when it does not. */
bool device_interrupt_entry(int32_t node, uint64_t hart, uint32_t interrupt, unsigned *entry);

/* The device's node; FDT_NONE when the machine has none. */
int32_t device_node(enum device device);

/* Reads a register of 32 bits, for TIMED_INSN_WITH. */
#define DEVICE_LOAD(address) "lw t0, 0(%0)", : : "r"(address) : "t0"

#endif
