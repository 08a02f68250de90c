/* A write that the hypervisor takes by itself, without a monitor. A doorbell adds one to a number.
 * In memory it is known by its address alone (eventfd), which an x86 processor may tell with the
 * exit, or by width and value too (datamatch). A coalesced write goes to a list that the monitor
 * reads later; KVM's holds 169. Needs the platform kvm. */
#include "../null-device.h"

#include "x86.h"

static void ring_port(void) { out8((uint16_t)bell, VALUE); }

static const char *init_port(void)
{
    const char *missing = find_null_device();
    return missing ? missing : try_bell(registers[PORTS] + operand - PORT_EVENTFD, ring_port);
}

TIMED_INSN_WITH(uint64_t to = bell;
                uint64_t value = VALUE, , "movl %k1, (%0)", : : "r"(to), "r"(value) : "memory")

TIMED_INSN_OF(run_port, control_port, uint64_t port = bell;
              uint64_t value = VALUE, , "outb %b0, %w1", : : "a"(value), "d"(port))

BELLS_IN_MEMORY;
VARIANT_OF(run_port, control_port, port_eventfd, "-port-eventfd",
           .summary = "Ring a bell at a port that wakes nobody (ioeventfd)", .init = init_port,
           BELL(PORT_EVENTFD));
VARIANT_OF(run_port, control_port, port_coalesced, "-port-coalesced",
           .summary = "Write to a port whose writes are kept for later (coalesced)",
           .init = init_port, BELL(PORT_COALESCED));
