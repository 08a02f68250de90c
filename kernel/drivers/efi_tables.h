/* The parts of UEFI's tables that are used. UEFI specification 2.10: system table 4.3, boot
 * services 4.4, memory map 7.2, loaded image 9.1, text output 12.4, graphics output 12.9. */
#ifndef EFI_TABLES_H
#define EFI_TABLES_H

#include "efi.h"

struct efi_guid {
    uint32_t a;
    uint16_t b, c;
    uint8_t d[8];
};

typedef uint64_t efi_status;

struct efi_text {
    void *reset;
    efi_status(EFI_CALL *output)(struct efi_text *self, const uint16_t *text);
};

struct efi_boot {
    uint8_t header[24];
    void *raise_tpl, *restore_tpl;
    efi_status(EFI_CALL *allocate_pages)(uint32_t how, uint32_t type, uint64_t pages,
                                         uint64_t *address);
    void *free_pages;
    efi_status(EFI_CALL *get_memory_map)(uint64_t *size, void *map, uint64_t *key,
                                         uint64_t *entry_size, uint32_t *version);
    void *unused0[11];
    efi_status(EFI_CALL *handle_protocol)(void *handle, const struct efi_guid *protocol,
                                          void **interface);
    void *unused1[2];
    efi_status(EFI_CALL *locate_handles)(uint32_t how, const struct efi_guid *protocol, void *key,
                                         uint64_t *size, void **handles);
    void *unused2[6];
    efi_status(EFI_CALL *exit)(void *image, uint64_t key);
};

_Static_assert(__builtin_offsetof(struct efi_boot, handle_protocol) == 24 + 16 * 8, "layout");
_Static_assert(__builtin_offsetof(struct efi_boot, exit) == 24 + 26 * 8, "layout");

struct efi_configuration {
    struct efi_guid guid;
    uint64_t table;
};

struct efi_system {
    uint8_t header[24];
    void *vendor;
    uint64_t revision;
    void *in_handle, *in, *out_handle;
    struct efi_text *out;
    void *error_handle, *error, *runtime;
    struct efi_boot *boot;
    uint64_t tables;
    const struct efi_configuration *table;
};

struct efi_loaded_image {
    uint64_t revision;
    void *parent, *system, *device, *path, *reserved;
    uint32_t options_size;
    const uint16_t *options;
};

struct efi_mode {
    uint32_t version, width, height;
    uint32_t format; /* EFI_BITS: as the masks say */
    uint32_t masks[4];
    uint32_t line; /* dots from a line to the next */
};

struct efi_graphics {
    void *query, *set, *blit;
    const struct {
        uint32_t modes, current;
        const struct efi_mode *info;
        uint64_t info_size, base, size;
    } *mode;
};

struct efi_memory {
    uint32_t type;
    uint64_t start, virtual_start, pages, attributes;
};

enum { EFI_ALLOCATE_BELOW = 1, EFI_LOADER_CODE = 1, EFI_BOOT_SERVICES_DATA = 4, EFI_FREE = 7 };

enum { EFI_BY_PROTOCOL = 2, EFI_BITS = 2 };

#define EFI_ERROR (1UL << 63)
#define EFI_LOAD_ERROR (EFI_ERROR | 1)

#endif
