#include "syndrome.h"

#include "counts.h"

enum { CLASS_SHIFT = 26, CLASSES = 64 };

/* Bits of the instruction specific syndrome. */
enum { WAITS_FOR_EVENT = 1 << 0, READS_REGISTER = 1 << 0, WRITES_MEMORY = 1 << 6 };

/* Names of a class, where a bit of the syndrome is clear and where it is set. */
struct class
{
    uint32_t bit;
    const char *clear, *set;
};

/* DDI 0487, D19.2.37, "ESR_EL2". */
static const struct class classes[CLASSES] = {
    [0x01] = {WAITS_FOR_EVENT, "wfi", "wfe"},
    [0x07] = {0, "fp_access", ""},
    [0x09] = {0, "pauth", ""},
    [0x0e] = {0, "illegal_state", ""},
    [0x16] = {0, "hypercall", ""},
    [0x17] = {0, "smc", ""},
    [0x18] = {READS_REGISTER, "sysreg_write", "sysreg_read"},
    [0x19] = {0, "sve_access", ""},
    [0x1a] = {0, "eret", ""},
    [0x20] = {0, "instruction_abort", ""},
    [0x24] = {WRITES_MEMORY, "data_abort_read", "data_abort_write"},
    [0x30] = {0, "breakpoint", ""},
    [0x32] = {0, "step", ""},
    [0x34] = {0, "watchpoint", ""},
    [0x3c] = {0, "brk", ""},
};

const char *syndrome_name(uint32_t syndrome)
{
    uint32_t class = syndrome >> CLASS_SHIFT;
    const struct class *known = &classes[class];
    if (!known->clear)
        return numbered_reason("class_%u", class);
    return syndrome & known->bit ? known->set : known->clear;
}
