/* The event stream of the generic timer sends one each other tick of the counter
 * (CNTKCTL_EL1.EVNTI 0). HCR_EL2.TWE makes it an exit where the CPU would wait: KVM sets it
 * while other threads want the processor, as PLE does for PAUSE, and then lets another vCPU
 * run. With an event already there (SEVL) no trap applies. */
#include <hyperbench.h>
#include <sysreg.h>

/* EVNTEN; EVNTDIR, EVNTI and EVNTIS (Arm ARM, D19, "CNTKCTL_EL1"). */
enum { EVENT_ENABLE = 1 << 2, EVENT_BITS = 1 << 3 | 0xf << 4 | 1 << 17 };

static uint64_t saved;

static const char *init(void)
{
    saved = read_sysreg(cntkctl_el1);
    write_sysreg(cntkctl_el1, (saved & ~(uint64_t)EVENT_BITS) | EVENT_ENABLE);
    isb();
    return read_sysreg(cntkctl_el1) & EVENT_ENABLE ? NULL : "the counter sends no events here";
}

static void cleanup(void)
{
    write_sysreg(cntkctl_el1, saved);
    isb();
}

TIMED_INSN("wfe", : : : "memory")
TIMED_INSN_OF(run_ready, control_ready, , , "sevl\n\twfe", : : : "memory")

BENCHMARK(.summary = "Wait for an event of the counter (WFE)", .path = PATH_HYPERVISOR,
          .exits = EXITS_VARY, .init = init, .cleanup = cleanup);
VARIANT_OF(run_ready, control_ready, ready, "-ready",
           .summary = "Send an event to oneself and wait for it (SEVL, WFE)");
