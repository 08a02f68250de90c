/* Programs of the system, executed, and what they read and write. */
#include <workload.h>

static char path[64];

const char *workload_find(const char *name)
{
    static char reason[96];
    static const char *const folders[] = {"/usr/bin", "/bin", "/usr/sbin"};
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++) {
        format(path, sizeof path, "%s/%s", folders[i], name);
        if (!CALL(faccessat, AT_FDCWD, path, EXECUTABLE))
            return NULL;
    }
    format(reason, sizeof reason,
           "needs the program %s, which is not in /usr/bin, /bin or /usr/sbin", name);
    return reason;
}

static _Noreturn void execute(const char *const *words, long input, long output)
{
    /* sqlite3 complains to the console of having no home, which in a guest is many exits. */
    static const char *const environment[] = {"HOME=/", NULL};
    CALL(dup3, input, STDIN, 0);
    CALL(dup3, output, STDOUT, 0);
    CALL(execve, path, words, environment);
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

void workload_execute(const char *const *words, long input, long output)
{
    enum { SEEK_START = 0 };
    DO(lseek, input, 0, SEEK_START);
    DO(lseek, output, 0, SEEK_START);
    DO(ftruncate, output, 0);
    long child = workload_start(words, input, output);
    int status = process_wait(child);
    process_forget(child);
    if (status & 0x7f)
        fail("%s was killed by signal %d", path, status & 0x7f);
    if (status)
        fail("%s ended with exit status %d", path, status >> 8);
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
    enum { LONGEST = 240, SEEK_END = 2 };
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
