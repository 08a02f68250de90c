/* See port-read. */
#include <hyperbench.h>

#include "port.h"

TIMED_INSN_OF(run8, control8, uint64_t port = NOBODYS_PORT;
              uint64_t value = 0, , "outb %b0, %w1", : : "a"(value), "d"(port))
TIMED_INSN_OF(run16, control16, uint64_t port = NOBODYS_PORT;
              uint64_t value = 0, , "outw %w0, %w1", : : "a"(value), "d"(port))
TIMED_INSN_OF(run32, control32, uint64_t port = NOBODYS_PORT;
              uint64_t value = 0, , "outl %k0, %w1", : : "a"(value), "d"(port))

#define EXIT .path = PATH_MONITOR, .exits = 1

VARIANT_OF(run8, control8, byte, "-8", .summary = "Write 8 bits to a port that nobody serves",
           EXIT);
VARIANT_OF(run16, control16, word, "-16", .summary = "Write 16 bits to ports that nobody serves",
           EXIT);
VARIANT_OF(run32, control32, doubleword, "-32",
           .summary = "Write 32 bits to ports that nobody serves", EXIT);
