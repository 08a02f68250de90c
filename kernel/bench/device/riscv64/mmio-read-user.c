/* Reads a register of a device that the monitor has, not the hypervisor: the magic number of
 * one of its virtio transports. The exit of a fault in second-stage tables, whose instruction
 * the hypervisor decodes, and a return to user space and back: what every register of an
 * emulated device costs. (With a serial port that the hypervisor does not have itself, `in` is
 * the same path.) */
#include "../device-read.h"

TIMED_DEVICE_READ(DEVICE_VIRTIO, "the device tree names no virtio-mmio device")

BENCHMARK(.summary = "Read a register of a device in the monitor (virtio-mmio)",
          .path = PATH_MONITOR, .exits = 1, .also = "kut: mmio_read_user", .init = init);
