/* The way from EFI firmware to the kernel, which the firmware has started as an application. All of
 * this runs before the image is where it is linked. */
#ifndef EFI_H
#define EFI_H

#include <posih.h>

/* How the firmware is called, where that is not as the compiler calls. */
#ifndef EFI_CALL
#define EFI_CALL
#endif

struct efi_system;

/* What the firmware has told, besides boot_info's command line and RAM; addresses are 0 where it
 * has not. */
struct efi {
    bool booted; /* it has started the kernel, and is gone */
    uint64_t rsdp, tree;
};

extern struct efi efi;

/* Finds the tables and the command line, which boot_info gets. */
void efi_ask(void *image, struct efi_system *system);

/* Memory below `limit` for code, 0 when there is none. */
uint64_t efi_allocate(struct efi_system *system, uint64_t limit, uint64_t size);

/* Leaves the boot services: the machine is ours, and its usable RAM in boot_info. Returns where
 * `size` bytes of it can be written to: at `fixed`, or for 0 at the start of much free memory, with
 * nothing in it. Returns 0, with the boot services still there, when that place is not usable. */
uint64_t efi_leave(void *image, struct efi_system *system, uint64_t fixed, uint64_t size);

/* Shows a line on the firmware's console and returns the status of a failed application. */
uint64_t efi_refuse(struct efi_system *system, const char *why);

#endif
