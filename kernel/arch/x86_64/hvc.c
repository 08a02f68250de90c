/* Where a virtio console may be: monitors name devices on the command line, as Linux takes them. */
#include <lib.h>
#include <posih.h>
#include <virtio_console.h>

#include "paging.h"

/* QEMU's microvm has its virtio devices here, and does not name them to a multiboot kernel
 * (hw/i386/microvm). */
enum { PLACES = 24, PLACE = 0x200 };
#define FIRST_PLACE 0xfeb00000UL

/* The address in the rest of a word "virtio_mmio.device=SIZE@ADDRESS:IRQ"; 0 when there is none. */
static uint64_t address_in(const char *rest)
{
    char number[24];
    uint64_t address = 0;
    size_t length = 0;
    while (*rest && *rest != ' ' && *rest != '@')
        rest++;
    while (*rest && *++rest && *rest != ' ' && *rest != ':' && length < sizeof number - 1)
        number[length++] = *rest;
    number[length] = '\0';
    return parse_number(number, true, &address) ? address : 0;
}

static bool is_named(void)
{
    static const char word[] = "virtio_mmio.device=";
    for (const char *at = boot_info.cmdline; *at; at++) {
        if (strncmp(at, word, sizeof word - 1))
            continue;
        uint64_t address = address_in(at + sizeof word - 1);
        if (address && paging_map_device(address, PAGE_4K) && virtio_console_use(address))
            return true;
    }
    return false;
}

/* Where there is no hypervisor, something else may be in those places. */
static bool is_in_its_place(void)
{
    for (unsigned i = 0; i < PLACES && strcmp(machine.hypervisor, "none"); i++)
        if (virtio_console_use(FIRST_PLACE + (uint64_t)i * PLACE))
            return true;
    return false;
}

bool virtio_console_find(void)
{
    return is_named() || is_in_its_place() || virtio_console_use_pci();
}
