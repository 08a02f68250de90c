/* Who answers exceptions that a benchmark takes on purpose. */
#include <posih.h>

#include "gates.h"

enum { BREAKPOINT = 3, UNDEFINED = 6, PAGE_FAULT = 14 };

extern const uint8_t answer_breakpoint[], answer_undefined[], answer_page_fault[];

extern uint64_t *answer_entry, answer_value;
uint64_t *answer_entry, answer_value; /* read by answer_page_fault */

bool traps_skip(void)
{
    gate_set(BREAKPOINT, answer_breakpoint);
    gate_set(UNDEFINED, answer_undefined);
    return true;
}

bool traps_map(uint64_t *entry, uint64_t value)
{
    answer_entry = entry;
    answer_value = value;
    gate_set(PAGE_FAULT, answer_page_fault);
    return true;
}

void traps_restore(void) { gates_reset(); }
