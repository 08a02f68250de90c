/* Test image only: a guest of the benchmark (L2) that never exits by itself. */
#include <hyperbench.h>
#include <vmx_l2.h>

static const char *init(void) { return l2_start(l2_count, 0, EXIT_VMCALL, 0); }

/* A count that ends in a hundred years. */
static void spin(uint64_t n)
{
    vmwrite(VMCS_GUEST_RIP, (uint64_t)l2_count);
    for (uint64_t i = 0; i < n; i++)
        L2_RUN(l2_resume, UINT64_MAX, 0);
    l2_check();
}

static void run(uint64_t n) { spin(n); }
static void control(uint64_t n) { KEEP(n); }

BENCHMARK(.summary = "Spin for ever in L2", .recommended = {1, 1}, VMX_BENCHMARK);
