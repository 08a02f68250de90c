/* What the parts of the plugin share. */
#ifndef PLUGIN_H
#define PLUGIN_H

#include <stddef.h>
#include <stdint.h>

/* Tells the name of an instruction that virtualization is sensitive to, from its bytes; NULL
 * for all others. */
typedef const char *decode_t(const uint8_t *code, size_t size);

struct decoder {
    const char *target; /* the architecture, as QEMU calls it */
    decode_t *decode;
};

/* Registers an architecture's decoder: a file in the folder here that has its name. */
#define DECODER(name, function)                             \
    static const struct decoder decoder = {name, function}; \
    __attribute__((used, section("decoders"))) static const struct decoder *const entry = &decoder

#endif
