/* Stores to a page that nobody serves: see mmio-read. The monitor learns the value, and the
 * guest waits for it. */
#include "mmio.h"

#define STORE(name, instruction)                                          \
    TIMED_INSN_OF(run##name, control##name, uint64_t page = NOBODYS_PAGE; \
                  uint64_t value = 0, , instruction, : : "r"(page), "a"(value) : "memory")

STORE(8, "movb %%al, (%0)")
STORE(16, "movw %%ax, (%0)")
STORE(32, "movl %%eax, (%0)")
STORE(64, "movq %%rax, (%0)")

enum { WORDS = 16 };

static uint32_t buffer[WORDS];

TIMED_INSN_OF(run_movs, control_movs, , uint64_t to = NOBODYS_PAGE; uint32_t *from = buffer;
              uint64_t words = WORDS, "rep movsl", : "+S"(from), "+D"(to), "+c"(words) : : "memory")

MMIO_BY_WIDTH("Store", "to a device's page");
VARIANT_OF(run_movs, control_movs, movs, "-movs",
           .summary = "Copy 64 bytes to a device's page (REP MOVSD)", .exits = EXITS_VARY, MMIO);
