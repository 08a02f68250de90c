/* From the device tree to boot_info. */
#include <efi.h>
#include <fdt.h>
#include <posih.h>

_Noreturn void boot_main(uint64_t tree, bool from_loader, uint64_t entry_time);

_Noreturn void boot_main(uint64_t tree, bool from_loader, uint64_t entry_time)
{
    boot_info.entry_time = entry_time;
    boot_info.protocol = efi.booted ? "efi" : tree && from_loader ? "linux" : "fdt";
    fdt_open((const void *)tree);
    if (efi.booted) {
        boot_info.ram_count = fdt_leave_out_blob(boot_info.ram, boot_info.ram_count, MAX_REGIONS);
    } else {
        boot_info.ram_count = fdt_memory(boot_info.ram, MAX_REGIONS);
        fdt_bootargs(boot_info.cmdline, CMDLINE_MAX);
    }
    kernel_main();
}
