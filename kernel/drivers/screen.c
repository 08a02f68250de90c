#include "screen.h"

#include <lib.h>

#include "font.h"

enum {
    FEWEST_COLUMNS = 80,
    FEWEST_ROWS = 25,
    WHITE = 0xffffff,
    LIGHT = 0x0700 /* grey on black, in VGA's text */
};

/* Not among what is cleared at the entry: the firmware's is known before. */
__attribute__((section(".data"))) struct framebuffer framebuffer;

static struct screen size;
static unsigned scale;           /* dots of a font's dot, each way */
static volatile uint16_t *cells; /* of VGA's text */

struct screen screen(void) { return size; }

uint64_t framebuffer_size(void) { return (uint64_t)framebuffer.pitch * framebuffer.height; }

static volatile uint32_t *line_at(uint64_t y)
{
    return (volatile uint32_t *)(framebuffer.base + y * framebuffer.pitch);
}

void screen_use_dots(void)
{
    uint64_t across = framebuffer.width / (FEWEST_COLUMNS * FONT_WIDTH);
    uint64_t down = framebuffer.height / (FEWEST_ROWS * FONT_HEIGHT);
    scale = (unsigned)max_u64(min_u64(across, down), 1);
    size.columns = framebuffer.width / (FONT_WIDTH * scale);
    size.rows = framebuffer.height / (FONT_HEIGHT * scale);
    for (uint64_t y = 0; y < framebuffer.height; y++)
        for (uint64_t x = 0; x < framebuffer.width; x++)
            line_at(y)[x] = 0;
}

void screen_use_text(uint64_t base, unsigned columns, unsigned rows)
{
    cells = (volatile uint16_t *)base;
    size = (struct screen){columns, rows};
    for (unsigned i = 0; i < columns * rows; i++)
        cells[i] = LIGHT | ' ';
}

static void draw(unsigned row, unsigned column, char c)
{
    const uint8_t *shape = font[c - FONT_FIRST];
    uint64_t top = (uint64_t)row * FONT_HEIGHT * scale, left = column * FONT_WIDTH * scale;
    for (unsigned y = 0; y < FONT_HEIGHT * scale; y++)
        for (unsigned x = 0; x < FONT_WIDTH * scale; x++)
            line_at(top + y)[left + x] = shape[y / scale] << x / scale & 0x80 ? WHITE : 0;
}

void screen_write(unsigned row, const char *text)
{
    for (unsigned column = 0; column < size.columns; column++) {
        char c = *text ? *text++ : ' ';
        if (c < FONT_FIRST || c > FONT_LAST)
            c = '?';
        if (cells)
            cells[row * size.columns + column] = (uint16_t)(LIGHT | c);
        else
            draw(row, column, c);
    }
}
