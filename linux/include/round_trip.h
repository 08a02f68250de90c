/* A message to another process and back: each of the two waits for the other's. */
#ifndef ROUND_TRIP_H
#define ROUND_TRIP_H

#include <process.h>

/* What a side reads from, and what it writes to. */
struct side {
    long in, out;
};

static struct side near, far;
static long message_size;

static inline void round_trip_echo(void)
{
    uint64_t message;
    DO_ALL(message_size, read, far.in, &message, message_size);
    DO_ALL(message_size, write, far.out, &message, message_size);
}

/* Starts the other process on this CPU or, for 1, on the second. A message has up to 8 bytes. */
static inline void round_trip_open(struct side here, struct side there, long size, unsigned cpu)
{
    near = here;
    far = there;
    message_size = size;
    partner_start(round_trip_echo, cpu);
}

static inline void round_trip(uint64_t *message)
{
    DO_ALL(message_size, write, near.out, message, message_size);
    DO_ALL(message_size, read, near.in, message, message_size);
}

#define TIMED_ROUND_TRIP TIMED_CALL(uint64_t message = 1, , round_trip(&message), message)

#endif
