/* Reads who made the first PCI device, by the window of configuration registers (ECAM): an exit
 * to the monitor, which finds bus, device and register from the address. */
#include <device.h>
#include <hyperbench.h>

static const char *init(void)
{
    return device_registers(DEVICE_PCI) ? NULL : "the device tree names no PCI host";
}

TIMED_INSN_WITH(uint64_t address = device_registers(DEVICE_PCI), , "lw t0, 0(%0)",
                :
                : "r"(address)
                : "t0")

BENCHMARK(.summary = "Read a PCI device's identity (ECAM)", .path = PATH_MONITOR, .exits = 1,
          .init = init);
