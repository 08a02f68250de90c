/*
 * Guests of a hypervisor at EL2, as QEMU emulates it (Arm Architecture Reference Manual, DDI 0487,
 * D1.3 "Exceptions"). QEMU tells of every change of the exception level. A guest is what runs
 * below EL2 while HCR_EL2.VM translates its addresses and HCR_EL2.IMO has EL2 take its interrupts:
 * a host from which KVM protects its guests is translated as well, and takes its interrupts itself.
 */
#include "code.h"
#include "el1.h"
#include "processor.h"
#include "syndrome.h"
#include "timers.h"

#include "../aborts.h"
#include "../guest.h"
#include "../memory.h"
#include "../registers.h"

/* Functions of QEMU (target/arm/cpu.h, include/hw/core/cpu.h, include/sysemu/cpu-timers.h). */
typedef void level_hook(cpu *, void *);
void arm_register_pre_el_change_hook(cpu *, level_hook *, void *) __attribute__((weak));
void arm_register_el_change_hook(cpu *, level_hook *, void *) __attribute__((weak));
int64_t icount_get_raw(void) __attribute__((weak));

static const char *lacks(void)
{
    if (!arm_is_known() || !timers_are_known() || !arm_register_pre_el_change_hook ||
        !arm_register_el_change_hook || !qemu_get_cpu || !icount_get_raw)
        return "this QEMU does not say where it keeps an Arm processor's state, or in a way that "
               "nobody knows";
    return memory_is_readable() ? NULL : "this QEMU lets nobody read the machine's memory";
}

/* C5.2.2, "CurrentEL": bits 3 and 2, and the same in PSTATE. */
static unsigned level(void) { return arm_register(PSTATE) >> 2 & 3; }

static bool is_user(void) { return level() == 0; }

/* Without VHE the host's kernel is at EL1, and EL2 has the rest of the hypervisor. */
static bool has_host_at_el1;

static bool is_apart(void) { return has_host_at_el1 && level() == 2; }

/* D1.3.2.2, "Exception vectors": 128 bytes for each of four kinds. */
static const char *reason(const cpu *of)
{
    static const char *const others[] = {NULL, "irq", "fiq", "serror"};
    const char *other = others[arm_register(PC) >> 7 & 3];
    return other ? other : syndrome_name(arm_syndrome(of));
}

/* Before a change: how far QEMU's clock and the plugin are apart. The clock leaves out an
 * instruction that an exception has aborted; all of a block is in it whose middle has a trap of a
 * system register. */
static void before(cpu *unused, void *unused_either)
{
    (void)unused, (void)unused_either;
    static bool has_begun;
    static int64_t apart;
    int64_t found = icount_get_raw() - (int64_t)executed_so_far();
    bool is_aborted = has_begun && found < apart;
    aborts_settled(is_aborted);
    apart = found + is_aborted;
    has_begun = true;
}

/* Goes on with the hypervisor that is a guest itself, or with another. From one guest to another
 * the way leads through EL2. */
static void outer_goes_on(const cpu *of, bool is_entered)
{
    static bool runs;
    if (runs && !is_entered)
        outer_guest_left(reason(of), WORLDS);
    runs = is_entered;
}

static void after(cpu *of, void *unused)
{
    (void)unused;
    /* D19.2.48, "HCR_EL2": VM and IMO; NV where EL1 is another hypervisor's EL2. */
    enum { GUEST = 1 << 0 | 1 << 4, NV_SHIFT = 42 };
    uint64_t configuration = arm_hypervisor_configuration(of);
    bool is_below = level() < 2 && (configuration & GUEST) == GUEST;
    bool is_outer = is_nested && is_below && configuration >> NV_SHIFT & 1;
    bool is_guest = is_below && !is_outer;
    has_host_at_el1 |= !is_below && level() == 1;
    outer_goes_on(of, is_outer);
    if (is_guest && !guest_runs())
        guest_entered();
    else if (!is_guest && guest_runs())
        guest_left(reason(of), WORLDS);
    el1_level_changed(of);
}

static void starts(unsigned processor)
{
    cpu *of = qemu_get_cpu((int)processor);
    arm_register_pre_el_change_hook(of, before, NULL);
    arm_register_el_change_hook(of, after, NULL);
}

static const struct arch aarch64 = {.target = "aarch64",
                                    .lacks = lacks,
                                    .is_proved = arm_is_proved,
                                    .is_user = is_user,
                                    .is_apart = is_apart,
                                    .kind = arm_kind,
                                    .marks = arm_marks,
                                    .watch = el1_watch,
                                    .starts = starts,
                                    .mend = timers_go_on};

ARCH(aarch64);
