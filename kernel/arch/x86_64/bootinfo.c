/* From what the boot protocols pass on to boot_info. */
#include <efi.h>
#include <lib.h>
#include <posih.h>
#include <screen.h>

#include "acpi.h"
#include "layout.h"

enum {
    LOADED_BY_MULTIBOOT1 = 0x2badb002,
    LOADED_BY_MULTIBOOT2 = 0x36d76289,
    LOADED_BY_PVH = 0x336ec578,
    RAM = 1 /* the same type number in all maps: it is the BIOS's (E820) */
};

extern uint64_t boot_entry_time;
uint64_t boot_entry_time;

static void add_region(uint64_t base, uint64_t size, uint32_t type)
{
    if (type == RAM && size && boot_info.ram_count < MAX_REGIONS)
        boot_info.ram[boot_info.ram_count++] = (struct mem_region){base, size};
}

static void set_cmdline(uint64_t address)
{
    if (address)
        copy_string(boot_info.cmdline, (const char *)address, CMDLINE_MAX);
}

/* Multiboot 1, section 3.3. */
struct multiboot1_info {
    uint32_t flags, mem_lower, mem_upper, boot_device, cmdline, mods_count, mods_addr, syms[4];
    uint32_t mmap_length, mmap_addr;
};

struct multiboot1_region {
    uint32_t entry_size; /* without this field */
    uint64_t base, size;
    uint32_t type;
} __attribute__((packed));

static void read_multiboot1(uint64_t address)
{
    const struct multiboot1_info *info = (void *)address;
    boot_info.protocol = "multiboot1";
    if (info->flags & 1 << 2)
        set_cmdline(info->cmdline);
    if (info->flags & 1 << 6) {
        uint64_t next = info->mmap_addr, end = next + info->mmap_length;
        while (next + sizeof(struct multiboot1_region) <= end) {
            const struct multiboot1_region *region = (void *)next;
            add_region(region->base, region->size, region->type);
            next += region->entry_size + sizeof region->entry_size;
        }
    } else if (info->flags & 1 << 0) {
        add_region(0x100000, (uint64_t)info->mem_upper * 1024, RAM);
    }
}

/* Multiboot 2, section 3.4 onwards. */
struct multiboot2_tag {
    uint32_t type, size;
};

struct multiboot2_region {
    uint64_t base, size;
    uint32_t type, reserved;
};

enum { TAG_END = 0, TAG_CMDLINE = 1, TAG_MMAP = 6, TAG_RSDP1 = 14, TAG_RSDP2 = 15 };

static void read_multiboot2_map(const struct multiboot2_tag *tag)
{
    const uint32_t *header = (const uint32_t *)(tag + 1); /* entry_size, entry_version */
    uint64_t next = (uint64_t)(header + 2), end = (uint64_t)tag + tag->size;
    for (; header[0] && next + header[0] <= end; next += header[0]) {
        const struct multiboot2_region *region = (void *)next;
        add_region(region->base, region->size, region->type);
    }
}

static void read_multiboot2(uint64_t address)
{
    boot_info.protocol = "multiboot2";
    const struct multiboot2_tag *tag = (void *)(address + 8);
    for (; tag->type != TAG_END; tag = (void *)align_up((uint64_t)tag + tag->size, 8)) {
        if (tag->type == TAG_CMDLINE)
            set_cmdline((uint64_t)(tag + 1));
        else if (tag->type == TAG_MMAP)
            read_multiboot2_map(tag);
        else if (tag->type == TAG_RSDP1 || tag->type == TAG_RSDP2)
            acpi_set_rsdp((uint64_t)(tag + 1), true);
    }
}

/* PVH: xen/include/public/arch-x86/hvm/start_info.h. */
struct pvh_start_info {
    uint32_t magic, version, flags, modules;
    uint64_t module_list, cmdline, rsdp;
    uint64_t memmap; /* from version 1 on, as all that follows */
    uint32_t memmap_entries, reserved;
};

struct pvh_region {
    uint64_t base, size;
    uint32_t type, reserved;
};

static void read_pvh(uint64_t address)
{
    const struct pvh_start_info *info = (void *)address;
    boot_info.protocol = "pvh";
    set_cmdline(info->cmdline);
    acpi_set_rsdp(info->rsdp, false);
    const struct pvh_region *map = (void *)info->memmap;
    for (uint32_t i = 0; info->version >= 1 && i < info->memmap_entries; i++)
        add_region(map[i].base, map[i].size, map[i].type);
}

/* Linux: boot_params, where everything has a fixed place. */
struct linux_region {
    uint64_t base, size;
    uint32_t type;
} __attribute__((packed));

/* The screen_info at its start (include/uapi/linux/screen_info.h). */
static void read_linux_screen(uint64_t params)
{
    enum { DOTS = 0x23, EFI_DOTS = 0x70, BITS = 32 };
    uint8_t kind = *(uint8_t *)(params + PARAMS_SCREEN_KIND);
    if ((kind == DOTS || kind == EFI_DOTS) && *(uint16_t *)(params + PARAMS_SCREEN_BITS) == BITS)
        framebuffer =
            (struct framebuffer){(uint64_t)*(uint32_t *)(params + PARAMS_SCREEN_HIGH) << 32 |
                                     *(uint32_t *)(params + PARAMS_SCREEN_BASE),
                                 *(uint16_t *)(params + PARAMS_SCREEN_WIDTH),
                                 *(uint16_t *)(params + PARAMS_SCREEN_HEIGHT),
                                 *(uint16_t *)(params + PARAMS_SCREEN_PITCH)};
}

static void read_linux(uint64_t params)
{
    read_linux_screen(params);
    boot_info.protocol = "linux";
    set_cmdline((uint64_t)*(uint32_t *)(params + PARAMS_CMD_LINE_HIGH) << 32 |
                *(uint32_t *)(params + PARAMS_CMD_LINE));
    acpi_set_rsdp(*(uint64_t *)(params + PARAMS_RSDP), false);
    const struct linux_region *map = (void *)(params + PARAMS_E820);
    for (unsigned i = 0; i < *(uint8_t *)(params + PARAMS_E820_COUNT); i++)
        add_region(map[i].base, map[i].size, map[i].type);
}

/* The command line and the RAM are there already. */
static void read_efi(void)
{
    boot_info.protocol = "efi";
    acpi_set_rsdp(efi.rsdp, false);
}

_Noreturn void boot_main(uint32_t loader, uint64_t info);

_Noreturn void boot_main(uint32_t loader, uint64_t info)
{
    boot_info.entry_time = boot_entry_time;
    boot_info.protocol = "unknown";
    if (loader == LOADED_BY_MULTIBOOT1)
        read_multiboot1(info);
    else if (loader == LOADED_BY_MULTIBOOT2)
        read_multiboot2(info);
    else if (loader == LOADED_BY_PVH)
        read_pvh(info);
    else if (loader == LOADED_AS_LINUX)
        read_linux(info);
    else if (loader == LOADED_BY_EFI)
        read_efi();
    kernel_main();
}
