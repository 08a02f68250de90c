/* Programs of the system as operations: each batch is one execution, and its result is checked. The
 * control loop checks it once more, so that the check falls out of the figure. */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include <process.h>

/* Finds the program in /usr/bin, /bin or /usr/sbin, for what is executed next; returns why it
 * cannot run. */
const char *workload_find(const char *name);

/* Executes it with its input from a file and its output to another, both from their starts. It must
 * end with status 0. */
void workload_execute(const char *const *words, long input, long output);

/* Executes it beside the benchmark; returns its number. It must be waited for, and end with status
 * 0, or else ends with the benchmark. */
long workload_start(const char *const *words, long input, long output);
void workload_wait(long child);

/* The same with a program that listens at an address: returns when somebody answers there. */
void workload_serve(const char *const *words, const void *address, uint64_t size);

/* The same with a program that is told things and says things, and what ends it before the
 * benchmark. */
struct talk {
    long child, input, output;
};
struct talk workload_talk(const char *const *words);
void workload_end(struct talk talk);

/* Reads a line, without its end; returns false where there is none any more. */
bool workload_line(long file, char *line, size_t size);

/* The file, with nothing in it. */
long workload_emptied(long file);

/* A file with no name that has this content. */
long workload_file(const void *content, uint64_t size);

/* Fills memory with words that a generator chooses, the same each time. */
void workload_prose(char *text, uint64_t size);

/* What a file holds, of which parts of the output of a program can be known beforehand. */
struct digest {
    uint64_t size, lines, hash;
};
struct digest workload_digest(long file);

/* Tells what a program has written last to a file; returns whether it has written anything. */
bool workload_last_words(long file);

/* Checks what a compiler has made: an object file, and where there was one before, whose hash is
 * given, the same. Returns its hash. */
uint64_t workload_object(const char *path, uint64_t before);

/* Describes the workload of this file, whose functions are init(), work() and check(). There may be
 * a control loop before the first execution. */
#define WORKLOAD(...) \
    WORKLOAD_LOOPS    \
    BENCHMARK(WORKLOAD_FIELDS, __VA_ARGS__)

/* One more of a family, which differs by `operand`, behind WORKLOAD. */
#define WORKLOAD_VARIANT(id, suffix, ...) VARIANT(id, suffix, WORKLOAD_FIELDS, __VA_ARGS__)

#define WORKLOAD_FIELDS .once = true, .init = start, .exits = EXITS_VARY

#define WORKLOAD_LOOPS                                      \
    static bool has_run;                                    \
    static const char *start(void)                          \
    {                                                       \
        has_run = false;                                    \
        return init();                                      \
    }                                                       \
    static void check_if_run(void)                          \
    {                                                       \
        if (has_run)                                        \
            check();                                        \
    }                                                       \
    TIMED_LOOP(run, has_run = true, work(), check_if_run()) \
    TIMED_LOOP(control, , , check_if_run())

#endif
