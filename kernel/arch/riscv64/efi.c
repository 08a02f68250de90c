/* Entry as an EFI application. No relocation has been made: no static pointers here. */
#include <efi.h>
#include <lib.h>

extern uint8_t image_start[], image_end[];

_Noreturn void efi_begin(uint64_t tree, uint64_t copy);

uint64_t efi_entry(void *image, struct efi_system *system);

uint64_t efi_entry(void *image, struct efi_system *system)
{
    uint64_t here = (uint64_t)image_start, size = (uint64_t)(image_end - image_start);
    efi_ask(image, system);
    if (!efi.tree)
        return efi_refuse(system, "HyperBench: the firmware has no device tree");
    uint64_t place = efi_leave(image, system, 0, size);
    if (!place)
        return efi_refuse(system, "HyperBench: the firmware leaves no memory free");
    memcpy((void *)place, (void *)here, size);
    efi_begin(efi.tree, place);
}
