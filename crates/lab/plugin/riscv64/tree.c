/* Devicetree Specification 0.4, chapter 5, "Flattened Devicetree (DTB) Format": all is big-endian.
 */
#include "tree.h"

#include <string.h>

#include "../memory.h"

enum { MAGIC = 0xd00dfeed, PROPERTY = 3, MOST = 1 << 16 };

struct header {
    uint32_t magic, size, structure, strings;
};

/* A property of one number. */
struct number {
    uint32_t token, length, name, value;
};

static uint32_t big(uint32_t number) { return __builtin_bswap32(number); }

bool tree_put(uint64_t address, const char *name, uint32_t usual, uint32_t wanted)
{
    static uint8_t tree[MOST];
    struct header header;
    if (!memory_read_virtual(address, &header, sizeof header) || big(header.magic) != MAGIC)
        return false;
    uint32_t size = big(header.size), at = big(header.structure), strings = big(header.strings);
    if (size > sizeof tree || strings > size || !memory_read_virtual(address, tree, size))
        return false;
    const uint8_t *named = memmem(tree + strings, size - strings, name, strlen(name) + 1);
    if (!named)
        return false;
    struct number sought = {big(PROPERTY), big(sizeof wanted),
                            big((uint32_t)(named - tree) - strings), big(usual)};
    for (; at + sizeof sought <= size; at += sizeof sought.token) {
        if (memcmp(tree + at, &sought, sizeof sought))
            continue;
        sought.value = big(wanted);
        return memory_write_virtual(address + at, &sought, sizeof sought);
    }
    return false;
}
