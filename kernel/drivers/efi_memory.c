/* The firmware's memory map, and the moment when it becomes ours. */
#include "efi_tables.h"

#include <lib.h>

enum {
    MAP_SIZE = 32768,
    TRIES = 8,              /* the map may change while it is read */
    ROOM = 16 * 1024 * 1024 /* what the kernel needs behind itself */
};

static uint8_t map[MAP_SIZE] __attribute__((aligned(16)));
static uint64_t map_size, entry_size;

/* After the boot services their memory and ours is free, too. */
static bool is_usable(uint32_t type)
{
    return (type >= EFI_LOADER_CODE && type <= EFI_BOOT_SERVICES_DATA) || type == EFI_FREE;
}

/* Maps have hundreds of entries side by side. Where there are too many regions, the smallest goes.
 */
static void add(uint64_t base, uint64_t size)
{
    struct mem_region *smallest = boot_info.ram;
    for (unsigned i = 0; i < boot_info.ram_count; i++) {
        struct mem_region *region = &boot_info.ram[i];
        if (region->base + region->size == base || base + size == region->base) {
            region->base = min_u64(region->base, base);
            region->size += size;
            return;
        }
        if (region->size < smallest->size)
            smallest = region;
    }
    if (boot_info.ram_count < MAX_REGIONS)
        smallest = &boot_info.ram[boot_info.ram_count++];
    else if (smallest->size >= size)
        return;
    *smallest = (struct mem_region){base, size};
}

static const struct efi_memory *entry(uint64_t at) { return (const struct efi_memory *)(map + at); }

static void list_ram(void)
{
    boot_info.ram_count = 0;
    for (uint64_t at = 0; at + entry_size <= map_size; at += entry_size)
        if (is_usable(entry(at)->type))
            add(entry(at)->start, entry(at)->pages * PAGE_4K);
}

static bool is_ram(uint64_t start, uint64_t size)
{
    for (unsigned i = 0; i < boot_info.ram_count; i++) {
        const struct mem_region *region = &boot_info.ram[i];
        if (start >= region->base && start + size <= region->base + region->size)
            return true;
    }
    return false;
}

/* The largest piece of memory that nobody uses has room for what follows the image. */
static uint64_t find_free(uint64_t size)
{
    uint64_t place = 0, largest = size + ROOM;
    for (uint64_t at = 0; at + entry_size <= map_size; at += entry_size) {
        uint64_t start = align_up(entry(at)->start, PAGE_2M);
        uint64_t end = entry(at)->start + entry(at)->pages * PAGE_4K;
        if (entry(at)->type != EFI_FREE || end < start || end - start < largest)
            continue;
        place = start;
        largest = end - start;
    }
    return place;
}

uint64_t efi_leave(void *image, struct efi_system *system, uint64_t fixed, uint64_t size)
{
    for (int tries = 0; tries < TRIES; tries++) {
        uint64_t key;
        uint32_t version;
        map_size = MAP_SIZE;
        if (system->boot->get_memory_map(&map_size, map, &key, &entry_size, &version) & EFI_ERROR ||
            entry_size < sizeof(struct efi_memory))
            return 0;
        list_ram();
        uint64_t place = fixed ? fixed : find_free(size);
        if (!place || !is_ram(place, size))
            return 0;
        if (!(system->boot->exit(image, key) & EFI_ERROR)) {
            efi.booted = true;
            return place;
        }
    }
    return 0;
}
