/* Finding nodes by path, by what they are compatible with, and the console. */
#include "fdt.h"

/* Whether a node's name is the path component [part, part + length), which may lack the
 * unit address. */
static bool is_named(fdt_node node, const char *part, size_t length)
{
    const char *name = fdt_name(node);
    return !strncmp(name, part, length) && (!name[length] || name[length] == '@');
}

static size_t component_length(const char *path)
{
    size_t length = 0;
    while (path[length] && path[length] != '/' && path[length] != ':')
        length++;
    return length;
}

static fdt_node child_named(fdt_node parent, const char *part, size_t length)
{
    fdt_node node = fdt_child(parent);
    while (node != FDT_NONE && !is_named(node, part, length))
        node = fdt_sibling(node);
    return node;
}

static fdt_node walk(const char *path)
{
    fdt_node node = fdt_root();
    while (*path == '/') {
        size_t length = component_length(++path);
        if (length)
            node = child_named(node, path, length);
        path += length;
    }
    return node;
}

fdt_node fdt_path(const char *path)
{
    char alias[32];
    if (*path == '/')
        return walk(path);
    size_t length = component_length(path);
    copy_string(alias, path, min_u64(length + 1, sizeof alias));
    const char *target = fdt_string(walk("/aliases"), alias);
    return target && *target == '/' ? walk(target) : FDT_NONE;
}

bool fdt_is_compatible(fdt_node node, const char *name)
{
    uint32_t size;
    const char *list = (const char *)fdt_property(node, "compatible", &size);
    size_t length = strlen(name) + 1; /* the NUL is compared as well */
    for (uint32_t i = 0; list && i < size; i++)
        if ((!i || !list[i - 1]) && length <= size - i && !memcmp(list + i, name, length))
            return true;
    return false;
}

bool fdt_is_available(fdt_node node)
{
    const char *status = fdt_string(node, "status");
    return !status || !strcmp(status, "okay") || !strcmp(status, "ok");
}

fdt_node fdt_compatible(const char *name)
{
    fdt_node node = fdt_root();
    while (node != FDT_NONE && !(fdt_is_compatible(node, name) && fdt_is_available(node)))
        node = fdt_next(node);
    return node;
}

fdt_node fdt_stdout(void)
{
    const char *path = fdt_string(fdt_path("/chosen"), "stdout-path");
    return path ? fdt_path(path) : FDT_NONE;
}
