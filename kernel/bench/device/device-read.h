/* A read of the first register of a device of the device tree. */
#ifndef DEVICE_READ_H
#define DEVICE_READ_H

#include <device.h>
#include <hyperbench.h>

/* Defines init(), run() and control(); `without` says what is missing. */
#define TIMED_DEVICE_READ(device, without)                                              \
    static const char *init(void) { return device_registers(device) ? NULL : without; } \
    TIMED_INSN_WITH(uint64_t address = device_registers(device), , DEVICE_LOAD(address))

#endif
