/* The screen: a frame buffer that the firmware or a loader has told of, else VGA's text. */
#include "video.h"

#include <efi.h>
#include <screen.h>

#include "paging.h"

enum { TEXT = 0xb8000, COLUMNS = 80, ROWS = 25 };

/* The BIOS's data area has the mode, 3 for the usual text in colours, and its columns (IBM PC AT
 * Technical Reference, "System BIOS"). Where no BIOS has run, something else may be there: then
 * memory that keeps what is written decides. */
static bool is_text(void)
{
    enum { MODE = 0x449, MODE_COLUMNS = 0x44a, TEXT_IN_COLOURS = 3 };
    volatile uint16_t *cell = (volatile uint16_t *)TEXT;
    if (efi.booted || *(const volatile uint8_t *)MODE != TEXT_IN_COLOURS ||
        *(const volatile uint16_t *)MODE_COLUMNS != COLUMNS)
        return false;
    *cell = 0x0748;
    bool keeps = *cell == 0x0748;
    *cell = 0x0720;
    return keeps && *cell == 0x0720;
}

void video_init(void)
{
    if (!framebuffer.base && is_text())
        screen_use_text(TEXT, COLUMNS, ROWS);
    else if (framebuffer.base && paging_map_device(framebuffer.base, framebuffer_size()))
        screen_use_dots();
}
