/* Test image only: asks for more memory than any machine has. */
#include <process.h>

static const char *init(void)
{
    process_memory(1UL << 50);
    return NULL;
}

TIMED_INSN("")

BENCHMARK(.summary = "Ask for a pebibyte of memory", .init = init);
