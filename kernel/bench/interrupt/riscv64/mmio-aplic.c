/* The controller for lines, a device. KVM emulates it itself, without its monitor. */
#include "../../device/device-read.h"

TIMED_DEVICE_READ(DEVICE_APLIC, "the device tree names no APLIC (aia=aplic)")

BENCHMARK(.summary = "Read a register of the APLIC (domaincfg)", .path = PATH_HYPERVISOR,
          .exits = 1, .init = init);
