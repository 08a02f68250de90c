/* The first process of a machine: mounts what programs expect, opens the console, loads modules and
 * brings up the loopback device; at the end it turns the machine off. */
#include "port.h"

enum { TCGETS = 0x5401, TCSETS = 0x5402, OPOST = 1 };

static void mount(const char *kind, const char *folder)
{
    CALL(mkdirat, AT_FDCWD, folder, 0755);
    CALL(mount, kind, folder, kind, 0, 0);
}

/* Records have line ends of their own. */
static void keep_line_ends(void)
{
    struct {
        uint32_t input, output, control, local;
        uint8_t discipline, characters[19];
    } settings;
    if (CALL(ioctl, STDOUT, TCGETS, &settings))
        return;
    settings.output &= ~(uint32_t)OPOST;
    CALL(ioctl, STDOUT, TCSETS, &settings);
}

static void open_all(const char *path)
{
    CALL(close_range, STDIN, STDERR, 0);
    for (int number = STDIN; number <= STDERR; number++)
        CALL(openat, AT_FDCWD, path, O_RDWR, 0);
}

/* Linux opens a serial port that is not there, and then refuses to write to it. A guest without
 * devices may have no console but a port. */
static void open_console(void)
{
    if (CALL(fcntl, STDOUT, F_GETFD, 0) < 0)
        open_all("/dev/console");
    if (CALL(write, STDOUT, "", 0) < 0 && console_use_port())
        open_all("/dev/null");
    else
        keep_line_ends();
}

/* Those that a list names, in its order. A device of one that this Linux does not take is missed by
 * who asks for it. */
static void load_modules(const char *path)
{
    enum { MOST = 1024 };
    static char names[MOST];
    char file[96];
    long list = CALL(openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    long length = CALL(read, list, names, MOST - 1);
    CALL(close, list);
    for (char *name = names, *end; name < names + length; name = end + 1) {
        end = name;
        while (*end && *end != '\n')
            end++;
        *end = '\0';
        format(file, sizeof file, "/lib/modules/%s.ko", name);
        long module = CALL(openat, AT_FDCWD, file, O_RDONLY | O_CLOEXEC);
        CALL(finit_module, module, "", 0);
        CALL(close, module);
    }
}

/* Those of the devices that workloads need, of a network where there is one, and of Xen's own
 * devices where Xen is. */
static void load_all_modules(void)
{
    load_modules("/lib/modules/order");
    if (network_is_there())
        load_modules("/lib/modules/network");
    if (file_is_there("/sys/bus/xen/devices"))
        load_modules("/lib/modules/xen");
}

void init_machine(void)
{
    mount("proc", "/proc");
    mount("sysfs", "/sys");
    mount("devtmpfs", "/dev");
    mount("tmpfs", "/tmp");
    open_console();
    load_all_modules();
    interface_up("lo");
}

/* Without ACPI and a device tree Linux knows no way to turn the machine off, and would halt it
 * for good: a reset then ends the guest where its monitor is told to take it so. */
static bool can_power_off(void)
{
    return file_is_there("/sys/firmware/acpi") || file_is_there("/sys/firmware/devicetree");
}

/* The magic numbers are reboot(2)'s. */
_Noreturn void power_off(void)
{
    if (CALL(getpid) == 1) {
        console_drain();
        CALL(reboot, 0xfee1dead, 672274793, can_power_off() ? 0x4321fedc : 0x1234567, 0);
    }
    for (;;)
        CALL(exit_group, run_complete ? 0 : 1);
}
