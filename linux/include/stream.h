/* A stream to a process on this CPU, which reads all of it. */
#ifndef STREAM_H
#define STREAM_H

#include <process.h>

enum { STREAM_BLOCK = 65536 };

#define STREAM_WORK .work = {STREAM_BLOCK, "B"}

static int stream_in, stream_out;
static uint8_t *stream_block;

static inline void stream_drain(void) { DO(read, stream_in, stream_block, STREAM_BLOCK); }

static inline void stream_open(int in, int out)
{
    stream_in = in;
    stream_out = out;
    stream_block = process_memory(STREAM_BLOCK);
    partner_start(stream_drain, 0);
}

/* Linux may take less than all at once. */
static inline void stream_write(void)
{
    for (long left = STREAM_BLOCK; left > 0;)
        left -= DO(write, stream_out, stream_block, left);
}

#endif
