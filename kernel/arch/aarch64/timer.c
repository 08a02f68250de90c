/* The generic timer (Arm ARM, D11): the virtual counter, and its comparator as the alarm. */
#include "timer.h"

#include <fdt.h>
#include <lib.h>
#include <posih.h>

#include "gic.h"
#include "sysreg.h"

enum {
    ASSUMED_HZ = 1000000000,
    CONTROL_ON = 1,      /* CNTV_CTL_EL0: enabled, not masked */
    VIRTUAL = 2,         /* the third of the interrupts that the tree lists */
    PER_CPU = 1,         /* its type there */
    USUAL_INTERRUPT = 27 /* by Arm's Base System Architecture (DEN0094) */
};

static uint64_t hz = ASSUMED_HZ;
static const char *source = "assumed";
static uint32_t interrupt = USUAL_INTERRUPT;
static bool has_alarm;
static void (*alarm_handler)(void);

uint64_t timer_hz(void) { return hz; }
const char *timer_source(void) { return source; }

/* By definition (Arm ARM, D11.1.2): power states do not change the counter's rate. */
bool timer_invariant(void) { return true; }

/* The tree names a frequency only where the firmware has left CNTFRQ wrong. */
static void find_frequency(fdt_node node)
{
    uint32_t from_tree;
    uint64_t from_register = read_sysreg(cntfrq_el0) & UINT32_MAX;
    if (fdt_cell(node, "clock-frequency", 0, &from_tree) && from_tree) {
        hz = from_tree;
        source = "fdt";
    } else if (from_register) {
        hz = from_register;
        source = "cntfrq";
    }
}

static void find_interrupt(fdt_node node)
{
    uint32_t type, number;
    unsigned entry = VIRTUAL * gic_interrupt_cells();
    if (fdt_cell(node, "interrupts", entry, &type) && type == PER_CPU &&
        fdt_cell(node, "interrupts", entry + 1, &number) && number < 32 - GIC_PRIVATE)
        interrupt = GIC_PRIVATE + number;
}

void timer_init(void)
{
    fdt_node node = fdt_compatible("arm,armv8-timer");
    if (node == FDT_NONE)
        node = fdt_compatible("arm,armv7-timer");
    find_frequency(node);
    find_interrupt(node);
    write_sysreg(cntv_ctl_el0, 0);
    isb();
    if (gic_present()) {
        gic_enable_private(interrupt);
        has_alarm = true;
    }
}

bool alarm_start(uint64_t ticks, void (*handler)(void))
{
    if (!has_alarm)
        return false;
    alarm_handler = handler;
    write_sysreg(cntv_cval_el0, timer_read() + ticks);
    write_sysreg(cntv_ctl_el0, CONTROL_ON);
    isb();
    return true;
}

void alarm_stop(void)
{
    write_sysreg(cntv_ctl_el0, 0);
    isb();
}

uint32_t timer_interrupt(void) { return interrupt; }
void timer_alarm_expired(void) { alarm_handler(); }
