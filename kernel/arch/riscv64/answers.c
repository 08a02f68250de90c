/* Who answers exceptions that a benchmark takes on purpose: another trap vector. */
#include <posih.h>

#include "csr.h"

extern const uint8_t trap_entry[], answer_skip[], answer_map[];

extern uint64_t *answer_entry, answer_value;
uint64_t *answer_entry, answer_value; /* read by answer_map */

bool traps_skip(void)
{
    csr_write(stvec, (uint64_t)answer_skip);
    return true;
}

bool traps_map(uint64_t *entry, uint64_t value)
{
    answer_entry = entry;
    answer_value = value;
    csr_write(stvec, (uint64_t)answer_map);
    return true;
}

void traps_restore(void) { csr_write(stvec, (uint64_t)trap_entry); }
