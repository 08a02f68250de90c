/* Entry as an EFI application: wherever the firmware has put the image. */
#include <efi.h>
#include <lib.h>

#include "layout.h"

enum { LIMIT = 0xffffffff /* of what 32-bit code reaches */ };

extern uint8_t image_start[], image_end[];

_Noreturn void efi_move(uint64_t copy);

uint64_t EFI_CALL efi_entry(void *image, struct efi_system *system);

uint64_t EFI_CALL efi_entry(void *image, struct efi_system *system)
{
    uint64_t here = (uint64_t)image_start, size = (uint64_t)(image_end - image_start);
    efi_ask(image, system);
    uint64_t copy = efi_allocate(system, LIMIT, size);
    if (!copy)
        return efi_refuse(system, "HyperBench: there is no free memory below 4 GiB");
    if (copy < LOAD_ADDRESS + size || !efi_leave(image, system, LOAD_ADDRESS, size))
        return efi_refuse(system,
                          "HyperBench: the firmware keeps the memory above 1 MiB to itself");
    memcpy((void *)copy, (void *)here, size);
    /* The same function in the copy, where the 32-bit code can run. */
    void (*move)(uint64_t) = efi_move;
    move = (void (*)(uint64_t))((uint64_t)move - here + copy);
    move(copy);
    __builtin_unreachable();
}
