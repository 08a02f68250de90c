/* A write that the hypervisor takes by itself: its part of an exit, without a monitor. A
 * doorbell adds one to a number that the monitor could wait for. In memory it is known by its
 * address alone (eventfd), which the processor may tell with the exit; or by width and value
 * too (datamatch), for which the instruction is decoded. A coalesced write goes to a list that
 * the monitor reads later; KVM's holds 169. Needs the null device of the platform kvm. */
#include <hyperbench.h>

#include "x86.h"

/* The device's registers, words of 32 bits in a page: what it is, its first port, a word whose
 * write has the monitor look what was heard, and how many writes to each bell have been; all ones
 * where the hypervisor does not offer the bell. */
enum { MAGIC, PORTS, LOOK, HEARD, MAGIC_VALUE = 0x4c4c554e, NOT_OFFERED = -1 };

/* The bells. Those in memory follow the registers, apart from each other; those at ports are as
 * many ports behind the first. */
enum bell { MMIO_EVENTFD, MMIO_DATAMATCH, MMIO_COALESCED, PORT_EVENTFD, PORT_COALESCED };
enum { APART = 0x100, VALUE = 1 };

static uint64_t bell;

static uint32_t heard(volatile uint32_t *registers)
{
    registers[LOOK] = 0;
    return registers[HEARD + operand];
}

static const char *init(void)
{
    volatile uint32_t *registers = (volatile uint32_t *)options.null_device;
    if (!registers)
        return "there is no null device: the platform kvm has one";
    if (registers[MAGIC] != MAGIC_VALUE)
        return "the null device does not answer";
    uint32_t before = heard(registers);
    if (before == (uint32_t)NOT_OFFERED)
        return "this hypervisor does not offer to take such writes";
    if (operand < PORT_EVENTFD) {
        bell = options.null_device + (operand + 1) * APART;
        *(volatile uint32_t *)bell = VALUE;
    } else {
        bell = registers[PORTS] + operand - PORT_EVENTFD;
        out8((uint16_t)bell, VALUE);
    }
    return heard(registers) == before + 1 ? NULL : "the hypervisor does not take the write";
}

TIMED_INSN_WITH(uint64_t to = bell;
                uint64_t value = VALUE, , "movl %k1, (%0)", : : "r"(to), "r"(value) : "memory")

TIMED_INSN_OF(run_port, control_port, uint64_t port = bell;
              uint64_t value = VALUE, , "outb %b0, %w1", : : "a"(value), "d"(port))

#define BELL(number) .path = PATH_HYPERVISOR, .exits = 1, .init = init, .operand = number

VARIANT(mmio_eventfd, "-mmio-eventfd",
        .summary = "Ring a bell in memory that wakes nobody (ioeventfd)", BELL(MMIO_EVENTFD));
VARIANT(mmio_datamatch, "-mmio-datamatch",
        .summary = "Ring a bell in memory that is known by its value (ioeventfd)",
        BELL(MMIO_DATAMATCH));
VARIANT(mmio_coalesced, "-mmio-coalesced",
        .summary = "Write to memory whose writes are kept for later (coalesced)",
        BELL(MMIO_COALESCED));
VARIANT_OF(run_port, control_port, port_eventfd, "-port-eventfd",
           .summary = "Ring a bell at a port that wakes nobody (ioeventfd)", BELL(PORT_EVENTFD));
VARIANT_OF(run_port, control_port, port_coalesced, "-port-coalesced",
           .summary = "Write to a port whose writes are kept for later (coalesced)",
           BELL(PORT_COALESCED));
