/* As with sigtrap. Other architectures have no such exception. */
#include <process.h>

enum { DIV_ECX_BYTES = 2 };

static const char *init(void)
{
    signal_skip(SIGFPE, DIV_ECX_BYTES);
    return NULL;
}

TIMED_INSN("div %%ecx", : : "c"(0) : "rax", "rdx")

BENCHMARK(.summary = "Divide by zero and handle the signal (SIGFPE)", .flags = QUICK, .init = init,
          .also = "VMI: divzero");
