/* An array of GLib's, which QEMU puts into what is read (GLib reference manual, "Byte Arrays"). */
#ifndef BYTES_H
#define BYTES_H

#include <stdbool.h>
#include <stdint.h>

struct byte_array {
    uint8_t *data;
    unsigned length;
};

/* Whether this QEMU lends its GLib. */
bool bytes_are_there(void);

/* The array that all share, without a byte in it. */
struct byte_array *bytes_empty(void);

#endif
