/* What servers with few customers do: nearly all of the time is sleep. */
#include <process.h>

enum { NAPS = 50, NAP_NS = 1000000, SIZE = 256 };

static uint8_t *memory;
static uint32_t wanted;

static const char *init(void)
{
    DO(prctl, PR_SET_TIMERSLACK, 1, 0, 0, 0);
    memory = process_memory(SIZE);
    memset(memory, 'z', SIZE);
    wanted = crc32(memory, SIZE);
    return NULL;
}

static void nap_and_work(void)
{
    const struct timespec nap = {.nanoseconds = NAP_NS};
    for (unsigned i = 0; i < NAPS; i++) {
        DO(clock_nanosleep, CLOCK_MONOTONIC, 0, &nap, 0);
        if (crc32(memory, SIZE) != wanted)
            fail("the sum of the same memory is another after %u naps", i);
    }
}

TIMED_CALL(long unused = 0, , nap_and_work(), unused)

BENCHMARK(.summary = "Sleep for a millisecond 50 times, with little work between",
          .path = PATH_INTERRUPT, .exits = EXITS_VARY, .once = true, .init = init);
