/*
 * All that a primitive includes: hyperbench.h, Linux, and what the port has for primitives.
 *
 * A primitive cleans up nothing. After it, however it ended, its children are ended, its files are
 * closed, its memory and its signal handlers are taken back: port/reclaim.c.
 */
#ifndef PROCESS_H
#define PROCESS_H

#include <hyperbench.h>
#include <linux.h>

/* A system call that must succeed: its result. An error ends the benchmark with a sentence, as
 * skipped while it is in its init(), and as failed later. */
#define DO(name, ...) process_check(#name, CALL(name, ##__VA_ARGS__))

/* The same for a call that must return `wanted`, which is what it has to transfer. */
#define DO_ALL(wanted, name, ...) process_check_all(#name, CALL(name, ##__VA_ARGS__), wanted)

_Noreturn void process_failed(const char *call, long result);

static inline long process_check(const char *call, long result)
{
    if (__builtin_expect(result < 0, 0))
        process_failed(call, result);
    return result;
}

static inline void process_check_all(const char *call, long result, long wanted)
{
    if (__builtin_expect(result != wanted, 0))
        process_failed(call, result);
}

/* The words of an error's number. */
const char *error_words(long error);

/* The number of this process. */
long process_id(void);

/* The variable by which the command line tells programs what to take the processor for (glibc
 * manual, 39.3), for their environment; NULL where it tells them nothing. */
const char *tunables(void);

/* A new child, which ends with its parent; 0 in the child itself. */
long process_fork(void);

/* A child that calls `body` for as long as it lives, on the CPU of this process or, for 1, on the
 * second. It has the files that are open now. */
void partner_start(void (*body)(void), unsigned cpu);

/* Waits for a child and returns what wait4() says of how it ended. */
int process_wait(long child);

/* Ends a child with all that is in its group, and has it count no longer. */
void process_end(long child);

/* Binds the caller, and who it starts from now on, to one of the CPUs that it may use: the first,
 * or the second for 1. */
void process_bind(unsigned cpu);

/* Has this process, but none that it starts, run whenever it can (SCHED_FIFO), until the primitive
 * ends. Without permission all stays as it is. */
void process_precedes(void);

/* Has a child that was waited for count no longer, unless it has left processes behind. */
void process_forget(long child);

/* Memory for a primitive, cleared, private or shared with children that start later. */
void *process_memory(uint64_t size);
void *process_shared(uint64_t size);

/* Faults of this process so far that needed no disk. */
uint64_t process_faults(void);

/* Starts a thread with a stack of its own that calls `body` and ends; Linux clears and wakes
 * `*running` then. `flags` are clone()'s; returns what that returns. */
long thread_start(void (*body)(void), void *stack_top, long flags, volatile int *running);

/* A timer that sends a signal to this thread alone. */
int timer_of_signal(int signal);

/* Calls `handler` for a signal. */
void signal_handle(int signal, void (*handler)(int));

/* Has a signal do nothing. */
void signal_ignore(int signal);

/* Has a signal's handler go on so many bytes behind the instruction that raised it. */
void signal_skip(int signal, uint64_t bytes);

/* A path in the folder for temporary files, which is removed at the end; up to 63 characters. */
const char *temporary(const char *name);

/* clock_gettime() of the code that Linux maps into each process; NULL where it has none. */
typedef int clock_gettime_t(int clock, struct timespec *time);
clock_gettime_t *vdso_clock_gettime(void);

/* A file of so many bytes that has no name, in memory. */
long memory_file(uint64_t size);

/* Reads the file at `path` as text, up to its first line end; returns "" when it cannot. */
const char *file_line(const char *path, char *buffer, uint64_t size);

/* For `supply` of a benchmark whose prepare() makes material for `n` operations anew, and can do
 * that for at most `per_batch`. */
static inline uint64_t renewed(uint64_t per_batch) { return per_batch * options.batches + 1; }

#endif
