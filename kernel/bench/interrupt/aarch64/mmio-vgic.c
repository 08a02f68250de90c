/* The hypervisor itself emulates the distributor: a data abort, decoded and answered without
 * its monitor. Read is who made it; written are no bits of the enables of interrupts 32 to 63,
 * which are looked at bit by bit. */
#include <distributor.h>
#include <gic.h>
#include <hyperbench.h>

enum { GICD_IIDR = 0x8, GICD_ISENABLER1 = 0x104 };

static const char *init(void) { return gic_present() ? NULL : "no interrupt controller was found"; }

TIMED_INSN_OF(run_read, control_read, uint64_t address = gic_distributor + GICD_IIDR, ,
              "ldr w9, [%0]", : : "r"(address) : "x9")
TIMED_INSN_OF(run_write, control_write, uint64_t address = gic_distributor + GICD_ISENABLER1, ,
              "str wzr, [%0]", : : "r"(address) : "memory")

VARIANT_OF(run_read, control_read, read, "-read",
           .summary = "Read a register of the interrupt distributor (GICD_IIDR)",
           .path = PATH_HYPERVISOR, .exits = 1, .also = "kut: mmio_read_vgic", .init = init);
VARIANT_OF(run_write, control_write, write, "-write",
           .summary = "Write a register of the interrupt distributor (GICD_ISENABLER1)",
           .path = PATH_HYPERVISOR, .exits = 1, .init = init);
