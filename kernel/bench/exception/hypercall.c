/* Guest to hypervisor and back with no work done there: by the instruction of the CPU's vendor
 * (VMCALL, VMMCALL; HVC or ECALL elsewhere) and the convention of the hypervisor found.
 * Without one firmware may answer (PSCI, SBI); the record `hypervisor` tells who it was. The
 * call through a pointer, some five cycles, is in the figure. */
#include <hyperbench.h>

static hypercall_t *found;

static const char *init(void)
{
    const char *reason = NULL;
    found = hypercall_find(&reason);
    return reason;
}

TIMED_CALL(hypercall_t *call = found, , call(), call)

BENCHMARK(.summary = "Call the hypervisor, or firmware in its place, and return at once",
          .recommended = {1, 1000}, .term = "ext", .path = PATH_HYPERVISOR, .exits = 1,
          .also = "kut: vmcall, hvc, hyp_call", .needs = NEEDS_HYPERCALL, .init = init,
          .event = "hypercall");
