/* Reads the seconds from the clock of the machine: an exit to the monitor, as
 * mmio-read-user, and there the host's own clock is read. */
#include <device.h>
#include <hyperbench.h>

static const char *init(void)
{
    return device_registers(DEVICE_RTC) ? NULL : "the device tree names no clock";
}

TIMED_INSN_WITH(uint64_t address = device_registers(DEVICE_RTC), , "ldr w9, [%0]",
                :
                : "r"(address)
                : "x9")

BENCHMARK(.summary = "Read the machine's clock, a device", .path = PATH_MONITOR, .exits = 1,
          .init = init);
