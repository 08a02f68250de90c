/* A screen that somebody else has turned on: dots in a frame buffer, or VGA's characters. */
#ifndef SCREEN_H
#define SCREEN_H

#include <posih.h>

/* A frame buffer with 32 bits for a dot, whatever the order of its colours. */
struct framebuffer {
    uint64_t base; /* 0: there is none */
    uint32_t width, height;
    uint32_t pitch; /* bytes from a line to the next */
};

/* What a loader or the firmware has told. The architecture maps it and calls screen_use_dots(). */
extern struct framebuffer framebuffer;

/* How many bytes it has. */
uint64_t framebuffer_size(void);

/* Clears the frame buffer, which is mapped, and makes it the screen. */
void screen_use_dots(void);

/* Makes VGA's text the screen: characters and their colours, in turn, at `base`. */
void screen_use_text(uint64_t base, unsigned columns, unsigned rows);

#endif
