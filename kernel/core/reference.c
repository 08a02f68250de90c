#include "reference.h"

#include <hyperbench.h>

#include "record.h"

enum {
    WORDS = 2048,  /* 16 KiB: stays in a first-level cache */
    ROUNDS = 2048, /* some 7 us on an emulator, 10 us on a processor */
    LEAST_ROUNDS = 16,
    LONGEST_US = 50, /* a KVM that emulates instructions one by one takes fewer rounds */
    TRIES = 3
};

static uint64_t words[WORDS];
static uint64_t rounds; /* 0: off */

/* Loads, stores and branches that no predictor can learn, from a linear congruential generator
 * (Knuth's MMIX constants). All of these compete for what hardware threads share. A chain of
 * dependent arithmetic would not notice a neighbour. */
__attribute__((noinline)) static uint64_t pass(void)
{
    uint64_t sum = 0, random = 1;
    uint64_t start = timer_read();
    for (uint64_t i = 0; i < rounds; i++) {
        random = random * 6364136223846793005ULL + 1442695040888963407ULL;
        volatile uint64_t *word = &words[(random >> 40) % WORDS];
        uint64_t value = *word;
        if (random >> 63)
            sum += value;
        else
            sum ^= i;
        KEEP(sum);
        *word = sum;
    }
    return timer_read() - start;
}

/* The first pass brings back what the batch drove out of caches and TLBs: that is the
 * operation's doing, not a neighbour's. */
uint64_t reference_ticks(void)
{
    if (!rounds)
        return 0;
    pass();
    return pass();
}

static uint64_t fastest_of_tries(void)
{
    uint64_t fastest = UINT64_MAX;
    for (int i = 0; i < TRIES; i++)
        fastest = min_u64(fastest, reference_ticks());
    return fastest;
}

void reference_init(void)
{
    if (!options.reference)
        return;
    uint64_t longest = max_u64(mul_div(timer_hz(), LONGEST_US, 1000000), 1), ticks;
    rounds = ROUNDS;
    while ((ticks = fastest_of_tries()) > longest && rounds > LEAST_ROUNDS)
        rounds /= 2;
    record_begin("reference");
    record_number("rounds", rounds);
    record_number("ticks", ticks);
    record_end();
}

uint64_t reference_wait(uint64_t *patience)
{
    uint64_t start = timer_read(), ticks, waited;
    do {
        ticks = reference_ticks();
        waited = timer_read() - start;
    } while (options.quiet && ticks > options.quiet && waited < *patience);
    *patience -= min_u64(waited, *patience);
    return ticks;
}
