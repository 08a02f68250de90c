/* By the window of configuration registers (ECAM): an exit to the monitor, which finds bus,
 * device and register from the address. */
#include "../device-read.h"

TIMED_DEVICE_READ(DEVICE_PCI, "the device tree names no PCI host")

BENCHMARK(.summary = "Read a PCI device's identity (ECAM)", .path = PATH_MONITOR, .exits = 1,
          .init = init);
