/* From what the loader passed on to boot_info. */
#include <efi.h>
#include <fdt.h>
#include <image_tree.h>
#include <lib.h>

#include "cpu.h"
#include "timer.h"

/* Sv39 can map no more of it 1:1 in its lower half. */
static void leave_out_unmappable(void)
{
    for (unsigned i = 0; i < boot_info.ram_count; i++) {
        struct mem_region *ram = &boot_info.ram[i];
        uint64_t start = min_u64(ram->base, EARLY_MAPPED_END);
        ram->size = min_u64(ram->base + ram->size, EARLY_MAPPED_END) - start;
        ram->base = start;
    }
}

/* EFI firmware says in the tree on which hart it runs (Linux, Documentation/arch/riscv/uefi.rst).
 */
static uint64_t told_hart(void)
{
    uint32_t hart = 0;
    fdt_cell(fdt_path("/chosen"), "boot-hartid", 0, &hart);
    return hart;
}

_Noreturn void boot_main(uint64_t hart, const void *tree, uint64_t time, uint64_t cycle,
                         uint64_t instret);

_Noreturn void boot_main(uint64_t hart, const void *tree, uint64_t time, uint64_t cycle,
                         uint64_t instret)
{
    boot_info.protocol = efi.booted ? "efi" : "sbi";
    boot_info.entry_time = time;
    timer_set_entry(time, cycle, instret);
    uint64_t own = image_tree();
    fdt_open(own ? (const void *)own : tree);
    boot_cpu.hart = efi.booted ? told_hart() : hart;
    if (efi.booted) {
        boot_info.ram_count = fdt_leave_out_blob(boot_info.ram, boot_info.ram_count, MAX_REGIONS);
    } else {
        fdt_bootargs(boot_info.cmdline, CMDLINE_MAX);
        boot_info.ram_count = fdt_memory(boot_info.ram, MAX_REGIONS);
    }
    leave_out_unmappable();
    kernel_main();
}
