/* A file from its start to its end, in the folder for temporary files; each pass of writing makes a
 * new one. On two CPUs there are two at once. fio's count of bytes must be right; its start, some
 * 0.3 s on a host, is in the figure. */
#include <workload.h>

enum { PASS_KIB = 65536, WRITTEN = 16, READ = 64 };
enum { READS = 1, ON_TWO_CPUS = 2, LONGEST = 8192 };

static char names[2][88];
static const char *words[] = {"fio",
                              "--name=records",
                              "--size=64m",
                              "--bs=64k",
                              "--ioengine=psync",
                              "--fallocate=none",
                              "--invalidate=0",
                              "--disk_util=0",
                              "--clocksource=gettimeofday",
                              "--minimal",
                              NULL,
                              NULL,
                              NULL,
                              NULL,
                              NULL};
enum { FILE_NAME = 10, WAY, LOOPS, UNLINK };
static long none, outputs[2];

static unsigned cpus(void) { return operand & ON_TWO_CPUS ? 2 : 1; }

static void transfer(const char *way, const char *loops, const char *unlink)
{
    long children[2];
    words[WAY] = way;
    words[LOOPS] = loops;
    words[UNLINK] = unlink;
    for (unsigned i = 0; i < cpus(); i++) {
        words[FILE_NAME] = names[i];
        process_bind(i);
        children[i] = workload_start(words, none, workload_emptied(outputs[i]));
    }
    process_bind(0);
    for (unsigned i = 0; i < cpus(); i++)
        workload_wait(children[i]);
}

static const char *init(void)
{
    none = memory_file(0);
    for (unsigned i = 0; i < 2; i++) {
        format(names[i], sizeof *names, "--filename=%s%u", temporary("records"), i);
        outputs[i] = memory_file(0);
    }
    const char *missing = workload_find(*words);
    if (!missing && operand & READS)
        transfer("--rw=write", "--loops=1", "--unlink_each_loop=0");
    return missing;
}

static void work(void)
{
    if (operand & READS)
        transfer("--rw=read", "--loops=64", "--unlink_each_loop=0");
    else
        transfer("--rw=write", "--loops=16", "--unlink_each_loop=1");
}

/* A number behind so many semicolons. */
static uint64_t field(const char *text, unsigned place)
{
    uint64_t number = 0;
    while (*text && place)
        place -= *text++ == ';';
    while (*text >= '0' && *text <= '9')
        number = number * 10 + (uint64_t)(*text++ - '0');
    return number;
}

/* Places as in fio's manual, "Terse output". */
static void check(void)
{
    enum { ERROR = 4, READ_KIB = 5, WRITTEN_KIB = 46 };
    bool reads = operand & READS;
    unsigned wanted = PASS_KIB * (reads ? READ : WRITTEN);
    for (unsigned i = 0; i < cpus(); i++) {
        char text[LONGEST] = "";
        DO(pread64, outputs[i], text, sizeof text - 1, 0);
        uint64_t kib = field(text, reads ? READ_KIB : WRITTEN_KIB), error = field(text, ERROR);
        if (kib != wanted || error)
            fail("fio transferred %lu KiB instead of %u, error %lu", kib, wanted, error);
    }
}

#define FIO(id, suffix, text, kind, passes, ...)                                                 \
    WORKLOAD_VARIANT(id, suffix, .summary = text " in records of 64 KiB (fio)", .operand = kind, \
                     .work = {(passes) * PASS_KIB * 1024ULL, "B"}, .needs = NEEDS_MORE_PROGRAMS, \
                     .flags = PAPER_SIZED, __VA_ARGS__)

WORKLOAD_LOOPS
FIO(write, "-write-paper", "Write a file of 64 MiB 16 times", 0, WRITTEN,
    .also = "Xen/KVM study: IOzone write");
FIO(read, "-read-paper", "Read a file of 64 MiB 64 times", READS, READ,
    .also = "Xen/KVM study: IOzone read");
FIO(write_2cpus, "-write-paper-2cpus", "On two CPUs, write a file of 64 MiB each 16 times",
    ON_TWO_CPUS, 2 * WRITTEN, .cpus = 2, .also = "Xen/KVM study: IOzone write");
FIO(read_2cpus, "-read-paper-2cpus", "On two CPUs, read a file of 64 MiB each 64 times",
    ON_TWO_CPUS | READS, 2 * READ, .cpus = 2, .also = "Xen/KVM study: IOzone read");
