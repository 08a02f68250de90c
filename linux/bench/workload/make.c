/* make, with up to 16 jobs at once, has GCC compile 16 files in C with -O2, each of which includes
 * eight headers of the system's, and joins them: what a build of Apache or of a kernel is made of.
 * The sources are made up; a kernel's take 1 GB, and have no room in a guest's memory. What
 * comes out must be an object file, and the same each time. */
#include <workload.h>

enum { SOURCES = 16, FUNCTIONS = 4, SIZE = 16384 };

static const char *words[] = {"make", "-s", "-B", "-j16", "-C", "folder", NULL};
static char folder[64];
static long none;
static uint64_t hash;

static void write_text(const char *name, const char *text, size_t length)
{
    char path[96];
    format(path, sizeof path, "%s/%s", folder, name);
    long file = DO(openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    DO_ALL((long)length, write, file, text, length);
    DO(close, file);
}

static size_t write_function(char *text, size_t size, unsigned number)
{
    return format(text, size,
                  "struct s%u { int a; long b[%u]; char name[%u]; };\n"
                  "long f%u(struct s%u *s, long n)\n{\n"
                  "    long sum = strlen(s->name);\n    for (long i = 0; i < n; i++)\n"
                  "        sum += s->b[i %% %u] * s->a ^ i << %u;\n"
                  "    if (sum < 0)\n        fprintf(stderr, \"%%s: %%ld\\n\", s->name, sum);\n"
                  "    qsort(s->b, %u, sizeof *s->b, order);\n    return sum;\n}\n",
                  number, number % 64 + 1, number % 32 + 8, number, number, number % 64 + 1,
                  number % 8, number % 64 + 1);
}

static void write_source(char *text, unsigned number)
{
    char name[16];
    size_t length = format(text, SIZE,
                           "#include <errno.h>\n#include <netinet/in.h>\n#include <pthread.h>\n"
                           "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
                           "#include <sys/socket.h>\n#include <unistd.h>\n"
                           "static int order(const void *a, const void *b)\n"
                           "{\n    return *(const long *)a > *(const long *)b;\n}\n");
    for (unsigned i = 0; i < FUNCTIONS; i++)
        length += write_function(text + length, SIZE - length, number * FUNCTIONS + i);
    format(name, sizeof name, "%u.c", number);
    write_text(name, text, length);
}

static void write_makefile(char *text)
{
    size_t length = format(text, SIZE, "all.o:");
    for (unsigned i = 0; i < SOURCES; i++)
        length += format(text + length, SIZE - length, " %u.o", i);
    length += format(text + length, SIZE - length,
                     "\n\t/usr/bin/ld -r -o $@ $^\n%%.o: %%.c\n\t/usr/bin/gcc -O2 -pipe -c $<\n");
    write_text("Makefile", text, length);
}

static const char *init(void)
{
    static const char *const programs[] = {"gcc", "as", "ld", "make"};
    const char *missing = NULL;
    char *text = process_memory(SIZE);
    for (unsigned i = 0; !missing && i < sizeof programs / sizeof *programs; i++)
        missing = workload_find(programs[i]);
    copy_string(folder, temporary("build"), sizeof folder);
    DO(mkdirat, AT_FDCWD, folder, 0700);
    for (unsigned i = 0; i < SOURCES; i++)
        write_source(text, i);
    write_makefile(text);
    words[5] = folder;
    none = memory_file(0);
    hash = 0;
    return missing;
}

static void work(void) { workload_execute(words, none, none); }

static void check(void)
{
    char path[96];
    format(path, sizeof path, "%s/all.o", folder);
    hash = workload_object(path, hash);
}

WORKLOAD_LOOPS
WORKLOAD_VARIANT(paper, "-paper", .summary = "Compile 16 files in C with make -j16 (GCC)",
                 .path = PATH_PAGING, .needs = NEEDS_MORE_PROGRAMS, .flags = PAPER_SIZED,
                 .also = "VMI: Apache compile, kernel compile; VMbench: kernelbuild");
