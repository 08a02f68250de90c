/* Trial division: nothing but instructions of the processor's own. There are 17,984. */
#include <process.h>

enum { END = 200000, PRIMES = 17984 };

static bool is_prime(uint64_t number)
{
    for (uint64_t i = 2; i * i <= number; i++)
        if (number % i == 0)
            return false;
    return true;
}

static void count(void)
{
    unsigned found = 0;
    for (uint64_t number = 2; number < END; number++)
        found += is_prime(number);
    if (found != PRIMES)
        fail("%u primes below %u instead of %u", found, END, PRIMES);
}

TIMED_CALL(long unused = 0, , count(), unused)

BENCHMARK(.summary = "Count the primes below 200,000", .once = true, .also = "sysbench: cpu");
