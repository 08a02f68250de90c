/* The event stream of the generic timer sends one each other tick of the counter
 * (CNTKCTL_EL1.EVNTI 0). HCR_EL2.TWE makes it an exit where the CPU would wait: KVM sets it
 * while other threads want the processor, as PLE does for PAUSE, and then lets another vCPU
 * run. With an event already there (SEVL) no trap applies. */
#include <hyperbench.h>
#include <sysreg.h>

/* EVNTEN; EVNTDIR, EVNTI and EVNTIS (Arm ARM, D19, "CNTKCTL_EL1"). */
enum { EVENT_ENABLE = 1 << 2, EVENT_BITS = 1 << 3 | 0xf << 4 | 1 << 17 };

static uint64_t saved;
static volatile bool is_late;

static void note_late(void) { is_late = true; }

/* QEMU's emulator waits for an event since 11, and its counter sends none. The first wait may end
 * with an event of before. */
static bool events_come(void)
{
    enum { PARTS_OF_SECOND = 10, WAITS = 2 };
    is_late = false;
    if (!alarm_start(timer_hz() / PARTS_OF_SECOND, note_late))
        return true;
    for (unsigned i = 0; i < WAITS && !is_late; i++)
        __asm__ volatile("wfe" : : : "memory");
    alarm_stop();
    return !is_late;
}

static void cleanup(void)
{
    write_sysreg(cntkctl_el1, saved);
    isb();
}

static const char *init(void)
{
    saved = read_sysreg(cntkctl_el1);
    write_sysreg(cntkctl_el1, (saved & ~(uint64_t)EVENT_BITS) | EVENT_ENABLE);
    isb();
    if (read_sysreg(cntkctl_el1) & EVENT_ENABLE && events_come())
        return NULL;
    cleanup();
    return "the counter sends no events here: WFE would wait for an interrupt";
}

TIMED_INSN("wfe", : : : "memory")
TIMED_INSN_OF(run_ready, control_ready, , , "sevl\n\twfe", : : : "memory")

BENCHMARK(.summary = "Wait for an event of the counter (WFE)", .path = PATH_HYPERVISOR,
          .exits = EXITS_VARY, .init = init, .cleanup = cleanup);
VARIANT_OF(run_ready, control_ready, ready, "-ready",
           .summary = "Send an event to oneself and wait for it (SEVL, WFE)");
