/* Nobody serves the page: a fault in the second-stage tables. The hypervisor fetches and
 * decodes the instruction, asks its devices and the monitor, and writes the register. MOVZX
 * extends to 64 bits. KVM remembers that the page is a device's. */
#include "mmio.h"

#define LOAD(name, instruction)                                             \
    TIMED_INSN_OF(run##name, control##name, uint64_t page = NOBODYS_PAGE, , \
                  instruction, : : "r"(page) : "rax", "memory")

LOAD(8, "movb (%0), %%al")
LOAD(16, "movw (%0), %%ax")
LOAD(32, "movl (%0), %%eax")
LOAD(64, "movq (%0), %%rax")
LOAD(_zx, "movzbl (%0), %%eax")

enum { WORDS = 16 };

static uint32_t buffer[WORDS];

TIMED_INSN_OF(run_movs, control_movs, , uint64_t from = NOBODYS_PAGE; uint32_t *to = buffer;
              uint64_t words = WORDS, "rep movsl", : "+S"(from), "+D"(to), "+c"(words) : : "memory")

MMIO_BY_WIDTH("Load", "from a device's page");
VARIANT_OF(run_zx, control_zx, zx, "-movzx",
           .summary = "Load 8 bits from a device's page and extend them (MOVZX)", .exits = 1, MMIO);
VARIANT_OF(run_movs, control_movs, movs, "-movs",
           .summary = "Copy 64 bytes from a device's page (REP MOVSD)", .exits = EXITS_VARY, MMIO);
