/* What EFI firmware tells of the machine, and taking it over. */
#include "efi_tables.h"

#include <lib.h>

#include "screen.h"

/* Not among what is cleared at the entry. */
__attribute__((section(".data"))) struct efi efi;

static const struct efi_guid acpi1 = {
    0xeb9d2d30, 0x2d88, 0x11d3, {0x9a, 0x16, 0x00, 0x90, 0x27, 0x3f, 0xc1, 0x4d}};
static const struct efi_guid acpi2 = {
    0x8868e871, 0xe4f1, 0x11d3, {0xbc, 0x22, 0x00, 0x80, 0xc7, 0x3c, 0x88, 0x81}};
static const struct efi_guid device_tree = {
    0xb1b621d5, 0xf19c, 0x41a5, {0x83, 0x0b, 0xd9, 0x15, 0x2c, 0x69, 0xaa, 0xe0}};
static const struct efi_guid loaded_image = {
    0x5b1b31a1, 0x9562, 0x11d2, {0x8e, 0x3f, 0x00, 0xa0, 0xc9, 0x69, 0x72, 0x3b}};
static const struct efi_guid graphics_output = {
    0x9042a9de, 0x23dc, 0x4a38, {0x96, 0xfb, 0x7a, 0xde, 0xd0, 0x80, 0x51, 0x6a}};

static bool is(const struct efi_guid *guid, const struct efi_guid *other)
{
    return !memcmp(guid, other, sizeof *guid);
}

static void find_tables(const struct efi_system *system)
{
    for (uint64_t i = 0; i < system->tables; i++) {
        const struct efi_configuration *entry = &system->table[i];
        if (is(&entry->guid, &acpi2) || (is(&entry->guid, &acpi1) && !efi.rsdp))
            efi.rsdp = entry->table;
        else if (is(&entry->guid, &device_tree))
            efi.tree = entry->table;
    }
}

/* Load options are a command line in UTF-16, or bytes that only who wrote them understands: those
 * that are no text are left alone. */
static void take_options(const struct efi_loaded_image *loaded)
{
    const uint16_t *text = loaded->options;
    uint32_t length = 0, most = loaded->options_size / sizeof *text;
    for (; text && length < most && length < CMDLINE_MAX - 1 && text[length]; length++)
        if (text[length] < ' ' || text[length] > '~')
            return;
    for (uint32_t i = 0; i < length; i++)
        boot_info.cmdline[i] = (char)text[i];
}

/* Whether a dot of the mode has 32 bits and can be written: formats behind EFI_BITS cannot, and one
 * of bits can have fewer, its uppermost mask then being lower. */
static bool has_dots(const struct efi_mode *mode)
{
    uint32_t bits = mode->masks[0] | mode->masks[1] | mode->masks[2] | mode->masks[3];
    return mode->format < EFI_BITS || (mode->format == EFI_BITS && bits >> 24);
}

/* Of several graphics outputs, the first that has a frame buffer. */
static void find_screen(const struct efi_boot *boot)
{
    enum { MOST = 16 };
    void *handles[MOST], *found;
    uint64_t size = sizeof handles;
    if (boot->locate_handles(EFI_BY_PROTOCOL, &graphics_output, NULL, &size, handles) & EFI_ERROR)
        return;
    for (uint64_t i = 0; i < size / sizeof *handles && !framebuffer.base; i++) {
        if (boot->handle_protocol(handles[i], &graphics_output, &found) & EFI_ERROR)
            continue;
        const struct efi_graphics *graphics = found;
        const struct efi_mode *info = graphics->mode ? graphics->mode->info : NULL;
        if (info && has_dots(info))
            framebuffer = (struct framebuffer){graphics->mode->base, info->width, info->height,
                                               info->line * (uint32_t)sizeof(uint32_t)};
    }
}

void efi_ask(void *image, struct efi_system *system)
{
    void *loaded;
    find_tables(system);
    if (!(system->boot->handle_protocol(image, &loaded_image, &loaded) & EFI_ERROR))
        take_options(loaded);
    find_screen(system->boot);
}

uint64_t efi_allocate(struct efi_system *system, uint64_t limit, uint64_t size)
{
    uint64_t address = limit - 1, pages = align_up(size, PAGE_4K) / PAGE_4K;
    efi_status status =
        system->boot->allocate_pages(EFI_ALLOCATE_BELOW, EFI_LOADER_CODE, pages, &address);
    return status & EFI_ERROR ? 0 : address;
}

uint64_t efi_refuse(struct efi_system *system, const char *why)
{
    static uint16_t line[200];
    unsigned i = 0;
    for (; why[i] && i < sizeof line / sizeof *line - 3; i++)
        line[i] = (uint8_t)why[i];
    line[i++] = '\r';
    line[i++] = '\n';
    line[i] = 0;
    if (system->out)
        system->out->output(system->out, line);
    return EFI_LOAD_ERROR;
}
