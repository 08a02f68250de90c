/* The magic number of a virtio transport of the monitor's. The hypervisor decodes the
 * instruction after a fault in second-stage tables, and returns to user space and back, as for
 * every register of an emulated device. (`in` is the same path where the monitor has the serial
 * port.) */
#include "../device-read.h"

TIMED_DEVICE_READ(DEVICE_VIRTIO, "the device tree names no virtio-mmio device")

BENCHMARK(.summary = "Read a register of a device in the monitor (virtio-mmio)",
          .path = PATH_MONITOR, .exits = 1, .also = "kut: mmio_read_user", .init = init);
