/* Devices of the device tree that only benchmarks use. */
#ifndef DEVICE_H
#define DEVICE_H

#include <stdint.h>

enum device { DEVICE_VIRTIO, DEVICE_RTC, DEVICE_PCI, DEVICES };

/* Maps the first page of each: benchmarks come when it is too late for that. */
void device_init(void);

/* Its registers; 0 when the machine has none. */
uint64_t device_registers(enum device device);

/* Reads a register of 32 bits, for TIMED_INSN_WITH. */
#define DEVICE_LOAD(address) "ldr w9, [%0]", : : "r"(address) : "x9"

#endif
