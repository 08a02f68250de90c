/* A program in the guest that `hyperbench workload add` has put it into. Each time it finds its
 * folder as it was. It must end with status 0 and print the same each time; else what it said last
 * is shown. */
#include <workload.h>

enum { TEXT_SIZE = 16384, MOST_WORDS = 512 };
enum { RLIMIT_FSIZE = 1, LARGEST = 16 << 20, SIGXFSZ = 25 };

/* The folder that it is started in, and what that is made of. */
#define FOLDER "/workload"
#define ORIGINAL "/hyperbench/original"

/* The tool puts the program's name into the place of this one. */
static const char name[64] __attribute__((section(".hb.name"))) = BENCHMARK_NAME;

static char text[TEXT_SIZE];
static const char *place, *strings[MOST_WORDS], *const *environment;
static long input, output, errors, *refusal;
static uint64_t hash;
static bool has_printed, is_complete;

/* The program's place, how many words it is called with, these, and its environment: strings one
 * behind the other. */
static bool read_words(void)
{
    long file = CALL(openat, AT_FDCWD, "/hyperbench/words", O_RDONLY);
    long size = file < 0 ? 0 : CALL(read, file, text, sizeof text - 1);
    uint64_t words = 0, count = 0;
    const char *end = text + (size > 0 ? size : 0), *at = text + strlen(text) + 1;
    if (size <= 0 || !parse_number(at, false, &words) || words > MOST_WORDS / 2)
        return false;
    place = text;
    for (at += strlen(at) + 1; at < end && count < MOST_WORDS - 2; at += strlen(at) + 1) {
        if (count == words)
            strings[count++] = NULL;
        strings[count++] = at;
    }
    strings[count] = tunables();
    strings[count + 1] = NULL;
    environment = strings + words + 1;
    return count > words;
}

static const char *init(void)
{
    if (!read_words())
        return "needs a program of yours: hyperbench workload add NAME -- COMMAND";
    if (CALL(faccessat, AT_FDCWD, ORIGINAL, 0)) {
        DO(renameat2, AT_FDCWD, FOLDER, AT_FDCWD, ORIGINAL, 0);
        DO(mkdirat, AT_FDCWD, FOLDER, 0755);
    }
    input = DO(openat, AT_FDCWD, "/hyperbench/input", O_RDONLY);
    output = memory_file(0);
    errors = memory_file(0);
    refusal = process_shared(sizeof *refusal);
    has_printed = false;
    is_complete = true;
    return workload_find("busybox");
}

/* What the program did to its folder goes with the file system that it is. What processes had that
 * ended, Linux gives back at its next ticks: a while later that is no part of what is measured. */
static void prepare(uint64_t n)
{
    static const char *const copy[] = {"cp", "-a", ORIGINAL "/.", FOLDER, NULL};
    const struct timespec ticks = {.nanoseconds = 20000000};
    enum { MNT_DETACH = 2 };
    (void)n;
    CALL(umount2, FOLDER, MNT_DETACH);
    DO(mount, "tmpfs", FOLDER, "tmpfs", 0, 0);
    workload_execute(copy, errors, errors);
    CALL(clock_nanosleep, CLOCK_MONOTONIC, 0, &ticks, 0);
}

/* The harness ignores SIGPIPE, which programs would inherit. */
static _Noreturn void execute(void)
{
    struct signal_action usual = SIGNAL_ACTION(SIG_DFL, 0, NULL);
    struct {
        uint64_t soft, hard;
    } limit = {LARGEST, LARGEST};
    CALL(rt_sigaction, SIGPIPE, &usual, 0, sizeof usual.mask);
    CALL(prlimit64, 0, RLIMIT_FSIZE, &limit, 0);
    CALL(dup3, input, STDIN, 0);
    CALL(dup3, output, STDOUT, 0);
    CALL(dup3, errors, STDERR, 0);
    CALL(chdir, FOLDER);
    *refusal = CALL(execve, place, strings, environment);
    for (;;)
        CALL(exit_group, 127);
}

static void from_the_start(long file)
{
    DO(lseek, file, 0, 0);
    if (file != input)
        DO(ftruncate, file, 0);
}

/* What to do about a failure stands beside it: the tool shows it as the next step. */
#define FAIL(next, ...) (note("next: " next), fail(__VA_ARGS__))

static void work(void)
{
    is_complete = false;
    from_the_start(input);
    from_the_start(output);
    from_the_start(errors);
    long child = process_fork();
    if (!child)
        execute();
    int status = process_wait(child), signal = status & 0x7f;
    if (*refusal)
        fail("%s cannot be started: %s", place, error_words(-*refusal));
    if (signal == SIGXFSZ)
        FAIL("have it write less, or to /dev/null",
             "it wrote more than %d MiB to a file or to its output", LARGEST >> 20);
    if (signal)
        FAIL("give the guest more memory, --memory 512M, or see why it dies",
             "it was killed by signal %d", signal);
    if (status)
        fail("it ended with exit status %d", status >> 8);
}

static void check(void)
{
    struct digest digest = workload_digest(output);
    if (has_printed && hash != digest.hash)
        FAIL("have it print nothing that changes: no time, no number of a process, no random "
             "number; and keep no file outside of its folder that it finds again",
             "it printed something else than the time before");
    hash = digest.hash;
    has_printed = is_complete = true;
}

static void cleanup(void)
{
    if (!is_complete && !workload_last_words(errors))
        workload_last_words(output);
}

WORKLOAD_LOOPS
BENCHMARK_(benchmark, name, run, control, WORKLOAD_FIELDS, .prepare = prepare, .cleanup = cleanup,
           .flags = EXTRA, .summary = "Run a program of your own (hyperbench workload add)");
