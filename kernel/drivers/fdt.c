/* Tokens, nodes and properties of the tree. */
#include "fdt.h"

#include "fdt_blob.h"

/* Devicetree Specification 0.4, 5.2 and 5.4.1. */
enum {
    MAGIC = 0xd00dfeed,
    VERSION = 17, /* also of any tree that calls itself compatible with it */
    HEADER_SIZE = 40,
    BLOB_MAX = 16 * 1024 * 1024,
    DEPTH_MAX = 32,

    BEGIN_NODE = 1,
    END_NODE = 2,
    PROPERTY = 3,
    NOP = 4,
    END = 9
};

static const uint8_t *blob;
static uint32_t structure, structure_size, strings, strings_size;

uint32_t fdt_read_cell(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint32_t header(unsigned word) { return fdt_read_cell(blob + 4 * word); }

static bool is_inside(uint32_t offset, uint32_t size)
{
    uint32_t total = header(1);
    return offset <= total && size <= total - offset;
}

static bool is_sound(void)
{
    if (header(0) != MAGIC || header(1) < HEADER_SIZE || header(1) > BLOB_MAX ||
        header(6) > VERSION || header(5) < VERSION)
        return false;
    structure = header(2);
    strings = header(3);
    strings_size = header(8);
    structure_size = header(9);
    return is_inside(structure, structure_size) && is_inside(strings, strings_size);
}

bool fdt_open(const void *address)
{
    blob = address;
    if (blob && is_sound())
        return true;
    blob = NULL;
    return false;
}

struct mem_region fdt_blob(void)
{
    return blob ? (struct mem_region){(uint64_t)blob, header(1)} : (struct mem_region){0, 0};
}

const uint8_t *fdt_reserve_map(uint32_t *size)
{
    uint32_t offset = header(4);
    *size = is_inside(offset, 0) ? header(1) - offset : 0;
    return blob + offset;
}

struct token {
    uint32_t type;
    const char *name;
    const uint8_t *value; /* of a property */
    uint32_t size;
};

static const struct token the_end = {END, "", NULL, 0};

/* A string that ends within `limit` bytes, NULL otherwise. */
static const char *bounded_string(const uint8_t *at, uint32_t limit)
{
    for (uint32_t i = 0; i < limit; i++)
        if (!at[i])
            return (const char *)at;
    return NULL;
}

/* The token at `*at`, which moves on to the next one. */
static struct token take_token(uint32_t *at)
{
    const uint8_t *here = blob + structure + *at;
    uint32_t left = structure_size - *at;
    if (*at > structure_size || left < 4)
        return the_end;
    struct token token = {.type = fdt_read_cell(here)};
    uint32_t length = 4;
    if (token.type == BEGIN_NODE) {
        if (!(token.name = bounded_string(here + 4, left - 4)))
            return the_end;
        length += (uint32_t)strlen(token.name) + 1;
    } else if (token.type == PROPERTY) {
        if (left < 12)
            return the_end;
        token.size = fdt_read_cell(here + 4);
        uint32_t name = fdt_read_cell(here + 8);
        if (token.size > left - 12 || name >= strings_size)
            return the_end;
        token.value = here + 12;
        if (!(token.name = bounded_string(blob + strings + name, strings_size - name)))
            return the_end;
        length += 8 + token.size;
    } else if (token.type != END_NODE && token.type != NOP) {
        return the_end;
    }
    *at += (uint32_t)align_up(length, 4);
    return token;
}

/* Moves past the node's own first token; false when there is no node. */
static bool enter(fdt_node node, uint32_t *at)
{
    *at = (uint32_t)node;
    return blob && node >= 0 && take_token(at).type == BEGIN_NODE;
}

fdt_node fdt_root(void)
{
    if (!blob)
        return FDT_NONE;
    for (uint32_t at = 0, here = 0;; here = at) {
        uint32_t type = take_token(&at).type;
        if (type != NOP)
            return type == BEGIN_NODE ? (fdt_node)here : FDT_NONE;
    }
}

fdt_node fdt_next(fdt_node node)
{
    uint32_t at;
    if (!enter(node, &at))
        return FDT_NONE;
    for (uint32_t here = at;; here = at) {
        uint32_t type = take_token(&at).type;
        if (type == BEGIN_NODE)
            return (fdt_node)here;
        if (type == END)
            return FDT_NONE;
    }
}

/* The next node that begins `wanted` levels below this one's own level. */
static fdt_node next_at_depth(fdt_node node, int wanted)
{
    uint32_t at;
    int depth = 1;
    if (!enter(node, &at))
        return FDT_NONE;
    for (uint32_t here = at; depth >= wanted; here = at) {
        uint32_t type = take_token(&at).type;
        if (type == BEGIN_NODE && depth++ == wanted)
            return (fdt_node)here;
        if (type == END_NODE)
            depth--;
        if (type == END)
            break;
    }
    return FDT_NONE;
}

fdt_node fdt_child(fdt_node node) { return next_at_depth(node, 1); }
fdt_node fdt_sibling(fdt_node node) { return next_at_depth(node, 0); }

fdt_node fdt_parent(fdt_node node)
{
    fdt_node path[DEPTH_MAX];
    int depth = 0;
    uint32_t at = 0;
    if (!blob || node < 0)
        return FDT_NONE;
    for (uint32_t here = at; depth < DEPTH_MAX; here = at) {
        uint32_t type = take_token(&at).type;
        if ((fdt_node)here == node)
            return depth > 0 ? path[depth - 1] : FDT_NONE;
        if (type == BEGIN_NODE)
            path[depth++] = (fdt_node)here;
        else if (type == END || (type == END_NODE && --depth < 0))
            break;
    }
    return FDT_NONE;
}

const char *fdt_name(fdt_node node)
{
    uint32_t at = (uint32_t)node;
    return blob && node >= 0 ? take_token(&at).name : "";
}

const uint8_t *fdt_property(fdt_node node, const char *name, uint32_t *size)
{
    uint32_t at;
    if (!enter(node, &at))
        return NULL;
    for (;;) {
        struct token token = take_token(&at);
        if (token.type == PROPERTY && !strcmp(token.name, name)) {
            *size = token.size;
            return token.value;
        }
        if (token.type != PROPERTY && token.type != NOP)
            return NULL;
    }
}

const char *fdt_string(fdt_node node, const char *name)
{
    uint32_t size;
    const uint8_t *value = fdt_property(node, name, &size);
    return value ? bounded_string(value, size) : NULL;
}

bool fdt_cell(fdt_node node, const char *name, unsigned index, uint32_t *value)
{
    uint32_t size;
    const uint8_t *cells = fdt_property(node, name, &size);
    if (!cells || index >= size / 4)
        return false;
    *value = fdt_read_cell(cells + 4 * index);
    return true;
}
