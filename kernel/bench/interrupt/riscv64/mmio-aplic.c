/* Reads the APLIC's control register (domaincfg): the controller for lines, a device. KVM
 * emulates it itself, without its monitor. */
#include <device.h>
#include <hyperbench.h>

static uint64_t registers;

static const char *init(void)
{
    registers = device_registers(DEVICE_APLIC);
    return registers ? NULL : "the device tree names no APLIC (aia=aplic)";
}

TIMED_INSN_WITH(uint64_t address = registers, , "lw t0, 0(%0)", : : "r"(address) : "t0")

BENCHMARK(.summary = "Read a register of the APLIC (domaincfg)", .path = PATH_HYPERVISOR,
          .exits = 1, .init = init);
