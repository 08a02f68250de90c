/* From the device tree to boot_info. */
#include <fdt.h>
#include <posih.h>

_Noreturn void boot_main(uint64_t tree, bool from_loader, uint64_t entry_time);

_Noreturn void boot_main(uint64_t tree, bool from_loader, uint64_t entry_time)
{
    boot_info.entry_time = entry_time;
    boot_info.protocol = tree && from_loader ? "linux" : "fdt";
    fdt_open((const void *)tree);
    boot_info.ram_count = fdt_memory(boot_info.ram, MAX_REGIONS);
    fdt_bootargs(boot_info.cmdline, CMDLINE_MAX);
    kernel_main();
}
