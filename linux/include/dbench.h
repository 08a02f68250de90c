/* dbench's clients, which do to files, or by TCP ask of a server, what clients of a file server
 * asked it for. Their programs would run for a time, and begin the load again and again. So it ends
 * here with a line that they do not know, which each complains of by its number when it gets there,
 * and with a long sleep: when all have complained, all have done the lines before and no more, and
 * they are ended. */
#ifndef DBENCH_H
#define DBENCH_H

#include <workload.h>

enum { PIECE = 65536 };

static char load[72], folder[72], count[8], wanted[64];
static const char *words[] = {PROGRAM, "-t",  "1000000",       "-c", load, "-D",
                              folder,  count, SERVERS_ADDRESS, NULL};
static unsigned ended;

/* Copies the lines from one file to another. */
static void copy_lines(long from, long to)
{
    char *piece = process_memory(PIECE);
    for (unsigned lines = 0; lines < LOAD_LINES;) {
        long size = DO(read, from, piece, PIECE), used = 0;
        if (!size)
            fail("dbench's load has %u lines, less than %u", lines, LOAD_LINES);
        while (used < size && lines < LOAD_LINES)
            lines += piece[used++] == '\n';
        DO_ALL(used, write, to, piece, used);
    }
}

static void write_load(void)
{
    static const char end[] = "End NT_STATUS_OK\nSleep 2000000000 NT_STATUS_OK\n";
    long from = DO(openat, AT_FDCWD, "/usr/share/dbench/client.txt", O_RDONLY);
    copy_string(load, temporary("load"), sizeof load);
    long to = DO(openat, AT_FDCWD, load, O_WRONLY | O_CREAT, 0600);
    copy_lines(from, to);
    DO_ALL(sizeof end - 1, write, to, end, sizeof end - 1);
    DO(close, from);
    DO(close, to);
}

static inline const char *clients_init(void)
{
    const char *missing = workload_find(PROGRAM);
    if (missing)
        return missing;
    write_load();
    copy_string(folder, temporary("clients"), sizeof folder);
    DO(mkdirat, AT_FDCWD, folder, 0700);
    format(count, sizeof count, "%lu", operand);
    format(wanted, sizeof wanted, "[%u] Unknown operation End ", LOAD_LINES + 1);
    return NULL;
}

/* Clients begin with their line's number what they say, which is nothing where all goes well. */
static void work(void)
{
    char line[256];
    struct talk talk = workload_talk(words);
    ended = 0;
    while (ended < operand && workload_line(talk.output, line, sizeof line))
        if (*line == '[') {
            if (strncmp(line, wanted, strlen(wanted)))
                fail("%s says: %s", PROGRAM, line);
            ended++;
        }
    workload_end(talk);
}

static void check(void)
{
    if (ended != operand)
        fail("%u of %lu clients came to the end of the load", ended, operand);
}

#define DBENCH(id, suffix, number, ...)                                           \
    WORKLOAD_VARIANT(id, suffix, .operand = number, .needs = NEEDS_MORE_PROGRAMS, \
                     .flags = PAPER_SIZED, .also = "VMI: " PROGRAM, __VA_ARGS__)

#endif
