/* What Linux says of itself: its version, its source of time, the services of a hypervisor that it
 * uses, and what it does about the processor's weaknesses. */
#include "port.h"

enum { WEAKNESSES = 40, NAMES = 1024, STATE = 160, MESSAGE = 8192, USES = 128 };

static const char *release(void)
{
    static struct {
        char system[65], node[65], release[65], version[65], machine[65], domain[65];
    } names;
    CALL(uname, &names);
    return names.release;
}

static bool contains(const char *text, const char *part)
{
    for (size_t length = strlen(part); *text; text++)
        if (!strncmp(text, part, length))
            return true;
    return false;
}

/* What Linux logs when it begins to use a service: its arch/x86/kernel/kvm.c and kvmclock.c,
 * arch/arm64/kernel/paravirt.c, arch/x86/xen/ and drivers/xen/events/. */
static const char *service(const char *message)
{
    static const struct {
        const char *name, *message;
    } known[] = {
        {"kvm-clock", "kvm-clock: Using msrs"},
        {"steal-time", "kvm-guest: stealtime:"},
        {"steal-time", "using stolen time PV"},
        {"pv-spinlocks", "kvm-guest: PV spinlocks enabled"},
        {"pv-ipi", "kvm-guest: setup PV IPIs"},
        {"pv-tlb-flush", "kvm-guest: KVM setup pv remote TLB flush"},
        {"pv-sched-yield", "kvm-guest: setup PV sched yield"},
        {"async-page-fault", "kvm-guest: setup async PF"},
        {"xen-callback", "xen:events: Xen HVM callback vector"},
        {"xen-timer", "Xen: using vcpuop timer interface"},
        {"xen-spinlocks", "xen: PV spinlocks enabled"},
    };
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (contains(message, known[i].message))
            return known[i].name;
    return NULL;
}

/* Behind a message's level and a comma is its number. */
static bool is_number_0(const char *message)
{
    while (*message && *message++ != ',')
        ;
    return !strncmp(message, "0,", 2);
}

/* From the log, as Documentation/ABI/testing/dev-kmsg has it: each read is a message, from the
 * oldest that is left on. */
static const char *uses(void)
{
    static char message[MESSAGE], found[USES];
    long log = CALL(openat, AT_FDCWD, "/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC), length = 0;
    bool is_whole = false;
    size_t used = 0;
    for (bool first = true; (length = CALL(read, log, message, sizeof message - 1)) > 0;
         first = false) {
        message[length] = '\0';
        is_whole |= first && is_number_0(message);
        const char *name = service(message);
        if (name && !contains(found, name))
            used += format(found + used, sizeof found - used, "%s%s", used ? "," : "", name);
    }
    CALL(close, log);
    return is_whole || used ? found : "unknown";
}

static const struct weakness *weaknesses(void)
{
    static const char folder[] = "/sys/devices/system/cpu/vulnerabilities";
    static char names[NAMES], states[WEAKNESSES][STATE], path[128];
    static struct weakness found[WEAKNESSES + 1];
    unsigned count = 0;
    uint64_t length = file_names(folder, names, sizeof names);
    for (const char *name = names; name < names + length && count < WEAKNESSES;
         name += strlen(name) + 1) {
        format(path, sizeof path, "%s/%s", folder, name);
        found[count].name = name;
        found[count].state = file_line(path, states[count], STATE);
        count++;
    }
    return found;
}

void system_identify(void)
{
    static char clock[32];
    machine.system_name = "Linux";
    machine.system_release = release();
    machine.system_clock = file_line(
        "/sys/devices/system/clocksource/clocksource0/current_clocksource", clock, sizeof clock);
    machine.system_uses = uses();
    machine.system_weaknesses = weaknesses();
}
