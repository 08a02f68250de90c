#include "counted.h"

#include <posih.h>

#include "apic.h"
#include "gates.h"

enum { NMI = 2, PATIENCE_PARTS = 10 /* of a second */, SPINS = 256 };

extern const uint8_t counted_by_xapic[], counted_by_x2apic[], counted_alone[];
extern uint64_t counted_eoi;

volatile uint64_t counted;
uint64_t counted_eoi; /* address of the xAPIC's register, for the handler */

void counted_take(unsigned vector)
{
    counted_eoi = apic_address() + APIC_EOI;
    if (vector == NMI)
        gate_set(vector, counted_alone);
    else
        gate_set(vector, apic_is_x2apic() ? counted_by_x2apic : counted_by_xapic);
}

bool counted_wait(uint64_t before)
{
    uint64_t start = timer_read(), patience = timer_hz() / PATIENCE_PARTS;
    do {
        for (unsigned i = 0; i < SPINS; i++)
            if (counted != before)
                return true;
    } while (timer_read() - start < patience);
    return counted != before;
}

/* The alarm's own interrupt, raised by hand: its handler ends what does not return. */
void counted_wait_or_end(uint64_t before)
{
    if (!counted_wait(before))
        asm volatile("int %0" : : "i"(VECTOR_ALARM) : "memory");
}
