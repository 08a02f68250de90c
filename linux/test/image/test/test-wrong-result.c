/* Test image only: a program whose result is not what it has to be. */
#include <workload.h>

static const char *const words[] = {"find", "/", "-maxdepth", "0", "-printf", "three", NULL};
static long output;

static const char *init(void)
{
    output = memory_file(0);
    return workload_find(*words);
}

static void work(void) { workload_execute(words, output, output); }

static void check(void)
{
    char answer[5] = "";
    DO(pread64, output, answer, 4, 0);
    if (strcmp(answer, "four"))
        fail("the answer is '%s'", answer);
}

WORKLOAD(.summary = "Answer wrongly");
