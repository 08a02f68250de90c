#include "vectors.h"

#include "../memory.h"
#include "processor.h"

/* A gate of the table. */
struct gate {
    uint16_t low, selector, flags, middle;
    uint32_t high, reserved;
};

int vector_at(uint64_t address)
{
    struct gate gates[VECTORS];
    if (!memory_read_virtual(x86_interrupt_table(), gates, sizeof gates))
        return NO_VECTOR;
    for (int vector = 0; vector < VECTORS; vector++) {
        const struct gate *gate = &gates[vector];
        uint64_t handler = gate->low | (uint64_t)gate->middle << 16 | (uint64_t)gate->high << 32;
        if (handler == address)
            return vector;
    }
    return NO_VECTOR;
}
