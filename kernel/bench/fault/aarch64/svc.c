/* The cheapest exception and return, two instructions. A hypervisor takes no part in it,
 * unless it runs the guest's kernel at EL0 (HCR_EL2.TGE) or as a guest hypervisor's guest. */
#include "vectors.h"

SHORT_VECTORS("eret");

static const char *init(void)
{
    use_vectors(short_vectors);
    return NULL;
}

static void cleanup(void) { use_vectors(vectors); }

TIMED_INSN("svc #0", : : : "memory")

BENCHMARK(.summary = "Take a system call's exception and return (SVC, ERET)", .init = init,
          .cleanup = cleanup, .event = "exception");
