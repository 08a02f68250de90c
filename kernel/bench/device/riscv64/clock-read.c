/* An exit to the monitor, as mmio-read-user, and there the host's own clock is read. */
#include "../device-read.h"

TIMED_DEVICE_READ(DEVICE_RTC, "the device tree names no clock")

BENCHMARK(.summary = "Read the machine's clock, a device", .path = PATH_MONITOR, .exits = 1,
          .init = init);
