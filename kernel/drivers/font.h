/* The shapes of characters, for screens that show dots. */
#ifndef FONT_H
#define FONT_H

#include <stdint.h>

enum { FONT_FIRST = ' ', FONT_LAST = '~', FONT_WIDTH = 6, FONT_HEIGHT = 13 };

extern const uint8_t font[FONT_LAST - FONT_FIRST + 1][FONT_HEIGHT];

#endif
