#include "image_tree.h"

#include <efi.h>

extern uint8_t image_start[];

/* How far behind the image's start it is, as a tool has written that into the ELF file:
 * docs/protocol.md, "Options in the ELF". Volatile, so that the compiler does not take it for 0. */
__attribute__((section(".hb.tree"))) static const volatile uint64_t distance = 0;

uint64_t image_tree(void)
{
    uint64_t here = distance;
    return here && !efi.booted ? (uint64_t)image_start + here : 0;
}
