/* Who answers exceptions that a benchmark takes on purpose: another trap vector. */
#include <posih.h>

#include "csr.h"

enum { VECTORED = 1 };

extern const uint8_t trap_entry[], answer_skip[], answer_map[];

/* What answer_map does, and finds through sscratch, which nothing else uses. */
static struct answer {
    uint64_t *entry, value;
} answer;

/* A CPU need not have the vectored mode: stvec then keeps another value. */
static bool use(const uint8_t *vectors)
{
    uint64_t wanted = (uint64_t)vectors | VECTORED;
    csr_write(stvec, wanted);
    bool taken = csr_read(stvec) == wanted;
    if (!taken)
        traps_restore();
    return taken;
}

bool traps_skip(void) { return use(answer_skip); }

bool traps_map(uint64_t *entry, uint64_t value)
{
    answer = (struct answer){entry, value};
    csr_write(sscratch, (uint64_t)&answer);
    return use(answer_map);
}

void traps_restore(void) { csr_write(stvec, (uint64_t)trap_entry); }
