/* IN that brings the next byte of an item: how firmware and Linux fetch tables and kernels by
 * the byte, where DMA is not used. */
#include <hyperbench.h>

#include "x86.h"

enum { SELECT_PORT = 0x510, DATA_PORT = 0x511, SIGNATURE = 0 };

static const char *init(void)
{
    static const char expected[] = "QEMU";
    out16(SELECT_PORT, SIGNATURE);
    for (const char *c = expected; *c; c++)
        if (in8(DATA_PORT) != (uint8_t)*c)
            return "no firmware configuration of QEMU's answers";
    return NULL;
}

TIMED_INSN_WITH(uint64_t port = DATA_PORT, , "inb %w0, %%al", : : "d"(port) : "rax")

BENCHMARK(.summary = "Read a byte of QEMU's firmware configuration (fw_cfg)", .path = PATH_MONITOR,
          .exits = 1, .init = init);
