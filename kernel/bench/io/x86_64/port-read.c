/* The bare way to the monitor and back. KVM looks among the devices in the kernel first. The
 * value is all ones. */
#include <hyperbench.h>

#include "port.h"

TIMED_INSN_OF(run8, control8, uint64_t port = NOBODYS_PORT, ,
              "inb %w0, %%al", : : "d"(port) : "rax")
TIMED_INSN_OF(run16, control16, uint64_t port = NOBODYS_PORT, ,
              "inw %w0, %%ax", : : "d"(port) : "rax")
TIMED_INSN_OF(run32, control32, uint64_t port = NOBODYS_PORT, ,
              "inl %w0, %%eax", : : "d"(port) : "rax")

#define EXIT .path = PATH_MONITOR, .exits = 1

VARIANT_OF(run8, control8, byte, "-8", .summary = "Read 8 bits from a port that nobody serves",
           EXIT);
VARIANT_OF(run16, control16, word, "-16", .summary = "Read 16 bits from ports that nobody serves",
           EXIT);
VARIANT_OF(run32, control32, doubleword, "-32",
           .summary = "Read 32 bits from ports that nobody serves", .also = "kut: inl_from_qemu",
           EXIT);
