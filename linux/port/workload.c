/* Programs of the system, executed, and what they read and write. */
#include <workload.h>

/* What workload_find() found last, and what is executed next. */
static char program[64];

const char *workload_find(const char *name)
{
    static char reason[96];
    static const char *const folders[] = {"/usr/bin", "/bin", "/usr/sbin"};
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++) {
        format(program, sizeof program, "%s/%s", folders[i], name);
        if (!CALL(faccessat, AT_FDCWD, program, EXECUTABLE))
            return NULL;
    }
    format(reason, sizeof reason,
           "needs the program %s, which is not in /usr/bin, /bin or /usr/sbin", name);
    return reason;
}

static _Noreturn void execute(const char *const *words, long input, long output)
{
    /* sqlite3 complains to the console of having no home, which in a guest is many exits. */
    const char *const variables[] = {"HOME=/", tunables(), NULL};
    CALL(dup3, input, STDIN, 0);
    CALL(dup3, output, STDOUT, 0);
    CALL(execve, program, words, variables);
    for (;;)
        CALL(exit_group, 127);
}

long workload_start(const char *const *words, long input, long output)
{
    long child = process_fork();
    if (!child)
        execute(words, input, output);
    return child;
}

void workload_wait(long child)
{
    int status = process_wait(child);
    process_forget(child);
    if (status & 0x7f)
        fail("%s was killed by signal %d", program, status & 0x7f);
    if (status)
        fail("%s ended with exit status %d", program, status >> 8);
}

static void rewind(long file) { DO(lseek, file, 0, SEEK_START); }

long workload_emptied(long file)
{
    rewind(file);
    DO(ftruncate, file, 0);
    return file;
}

void workload_execute(const char *const *words, long input, long output)
{
    rewind(input);
    workload_wait(workload_start(words, input, workload_emptied(output)));
}

/* Every address begins with its family. */
static bool is_answered(const void *address, uint64_t size)
{
    long file = DO(socket, *(const uint16_t *)address, SOCK_STREAM, 0);
    bool answers = !CALL(connect, file, address, size);
    DO(close, file);
    return answers;
}

void workload_serve(const char *const *words, const void *address, uint64_t size)
{
    enum { WNOHANG = 1 };
    const struct timespec moment = {.nanoseconds = 10000000};
    long none = memory_file(0), child = workload_start(words, none, none);
    do {
        CALL(clock_nanosleep, CLOCK_MONOTONIC, 0, &moment, 0);
        if (CALL(wait4, child, 0, WNOHANG, 0))
            fail("%s ended before it could be asked", *words);
    } while (!is_answered(address, size));
}

/* Ends that the program does not have itself are closed in it. */
struct talk workload_talk(const char *const *words)
{
    enum { CLOSED_IN_PROGRAMS = 02000000 };
    int to[2], from[2];
    DO(pipe2, to, CLOSED_IN_PROGRAMS);
    DO(pipe2, from, CLOSED_IN_PROGRAMS);
    long child = workload_start(words, to[0], from[1]);
    DO(close, to[0]);
    DO(close, from[1]);
    return (struct talk){child, to[1], from[0]};
}

void workload_end(struct talk talk)
{
    process_end(talk.child);
    DO(close, talk.input);
    DO(close, talk.output);
}

bool workload_line(long file, char *line, size_t size)
{
    size_t length = 0;
    char letter = 0;
    while (letter != '\n' && DO(read, file, &letter, 1))
        if (letter != '\n' && length < size - 1)
            line[length++] = letter;
    line[length] = '\0';
    return letter == '\n';
}

long workload_file(const void *content, uint64_t size)
{
    long file = memory_file(0);
    DO_ALL((long)size, pwrite64, file, content, size, 0);
    return file;
}

/* Knuth's MMIX constants. Words of two to seven letters, of which few come often. */
void workload_prose(char *text, uint64_t size)
{
    uint64_t random = 1;
    for (uint64_t at = 0; at < size;) {
        random = random * 6364136223846793005 + 1442695040888963407;
        uint64_t word = (random >> 40) % ((random >> 33) % 512 + 1);
        for (uint64_t left = 2 + word % 6, letters = word * 2654435761; left && at < size; left--) {
            text[at++] = (char)('a' + letters % 26);
            letters /= 13;
        }
        if (at < size)
            text[at++] = random >> 60 ? ' ' : '\n';
    }
}

/* The hash is FNV-1a. */
struct digest workload_digest(long file)
{
    struct digest digest = {.hash = 0xcbf29ce484222325};
    uint8_t piece[4096];
    long length;
    while ((length = DO(pread64, file, piece, sizeof piece, digest.size)) > 0) {
        for (long i = 0; i < length; i++) {
            digest.lines += piece[i] == '\n';
            digest.hash = (digest.hash ^ piece[i]) * 0x100000001b3;
        }
        digest.size += (uint64_t)length;
    }
    return digest;
}

bool workload_last_words(long file)
{
    enum { LONGEST = 240 };
    char last[LONGEST + 1] = "";
    long size = DO(lseek, file, 0, SEEK_END);
    DO(pread64, file, last, LONGEST, size < LONGEST ? 0 : size - LONGEST);
    for (char *at = last; *at; at++)
        if (*at < ' ')
            *at = ' ';
    if (*last)
        note("last words: %s", last);
    return *last;
}

uint64_t workload_object(const char *object, uint64_t before)
{
    char magic[4] = "";
    long file = DO(openat, AT_FDCWD, object, O_RDONLY);
    DO_ALL(4, pread64, file, magic, 4, 0);
    struct digest digest = workload_digest(file);
    DO(close, file);
    if (memcmp(magic, "\177ELF", 4) || (before && before != digest.hash))
        fail("the compiler made no object file, or another one than before");
    return digest.hash;
}
