/* What garbage collectors and RCU in user space ask for: an interrupt to each other CPU that runs
 * the process, and its answer. */
#include <process.h>

enum { GLOBAL_EXPEDITED = 2, REGISTER = 4 };

static volatile bool *registered;

static void spin(void)
{
    DO(membarrier, REGISTER, 0, 0);
    for (*registered = true;;)
        cpu_relax();
}

static const char *init(void)
{
    DO(membarrier, REGISTER, 0, 0); /* says here whether Linux can, and not in a child */
    registered = process_shared(sizeof *registered);
    partner_start(spin, 1);
    while (!*registered)
        cpu_relax();
    return NULL;
}

TIMED_CALL(long unused = 0, , DO(membarrier, GLOBAL_EXPEDITED, 0, 0), unused)

BENCHMARK(.summary = "Have a process on another CPU pass a memory barrier (membarrier)", .cpus = 2,
          .path = PATH_INTERRUPT, .exits = EXITS_VARY, .init = init);
