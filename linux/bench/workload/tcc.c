/* A small compiler for a kernel's build. The object must be one, and the same each time. The large
 * one has a table of 4 KiB before each function. */
#include <workload.h>

enum { SMALL = 200, LARGE = 2000, PER_FUNCTION = 320 };

static const char *words[] = {"tcc", "-c", "-o", "object", "source", NULL};
static char object[64], source[64];
static long none;
static uint64_t hash;

static uint64_t write_source(char *text)
{
    uint64_t length = 0;
    for (unsigned i = 0; i < operand; i++) {
        if (operand == LARGE)
            length += format(text + length, PER_FUNCTION, "long t%u[512] = {%u};\n", i, i);
        length += format(text + length, PER_FUNCTION,
                         "struct s%u { int a; long b[%u]; };\nlong f%u(struct s%u *s, long n)\n{\n"
                         "    long sum = %u;\n    for (long i = 0; i < n; i++)\n"
                         "        sum += s->b[i %% %u] * s->a ^ i << %u;\n    return sum;\n}\n",
                         i, i + 1, i, i, i * 31, i + 1, i % 8);
    }
    return length;
}

static const char *init(void)
{
    char *text = process_memory(operand * PER_FUNCTION);
    uint64_t length = write_source(text);
    copy_string(object, temporary("object.o"), sizeof object);
    copy_string(source, temporary("source.c"), sizeof source);
    long file = DO(openat, AT_FDCWD, source, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    DO_ALL((long)length, write, file, text, length);
    words[3] = object;
    words[4] = source;
    none = memory_file(0);
    hash = 0;
    return workload_find(*words);
}

static void work(void) { workload_execute(words, none, none); }

static void check(void) { hash = workload_object(object, hash); }

WORKLOAD(.summary = "Compile 200 functions in C (tcc)", .operand = SMALL, .flags = QUICK,
         .also = "VMbench: kernelbuild");
WORKLOAD_VARIANT(large, "-large", .summary = "Compile 2,000 functions and tables in C (tcc)",
                 .operand = LARGE, .also = "VMI: kernel compile");
