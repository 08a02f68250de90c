/* Files: temporary ones, those without a name, and lines of those of the system. */
#include "port.h"

static char folder[32];

/* The runner is asked for names; its supervisor, from which it has this variable, removes. */
static const char *folder_name(void)
{
    if (!*folder)
        format(folder, sizeof folder, "/tmp/hyperbench-%ld", CALL(getpid));
    return folder;
}

void temporary_init(void) { folder_name(); }

const char *temporary(const char *name)
{
    static char path[96];
    long made = CALL(mkdirat, AT_FDCWD, folder_name(), 0700);
    if (made != -EEXIST)
        process_check("mkdir", made);
    format(path, sizeof path, "%s/%s", folder_name(), name);
    return path;
}

enum { NAME_AT = 19 };
struct entry { /* getdents64(2) */
    uint64_t number, offset;
    uint16_t size;
    uint8_t kind;
    char name[1];
} __attribute__((packed));

static bool is_self_or_parent(const char *name)
{
    return !strcmp(name, ".") || !strcmp(name, "..");
}

/* Removes what is in an open folder, to a depth that is enough for ours. */
static void empty(long parent, unsigned depth)
{
    uint8_t buffer[2048] __attribute__((aligned(8)));
    long size;
    while (depth && (size = CALL(getdents64, parent, buffer, sizeof buffer)) > 0)
        for (long at = 0; at < size; at += ((struct entry *)(buffer + at))->size) {
            const char *name = ((struct entry *)(buffer + at))->name;
            if (is_self_or_parent(name) || !CALL(unlinkat, parent, name, 0))
                continue;
            long child = CALL(openat, parent, name, O_RDONLY | O_CLOEXEC);
            empty(child, depth - 1);
            CALL(close, child);
            CALL(unlinkat, parent, name, AT_REMOVEDIR);
        }
}

uint64_t file_names(const char *path, char *to, uint64_t size)
{
    uint8_t buffer[2048] __attribute__((aligned(8)));
    long folder = CALL(openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC), length;
    uint64_t used = 0;
    while ((length = CALL(getdents64, folder, buffer, sizeof buffer)) > 0)
        for (long at = 0; at < length; at += ((struct entry *)(buffer + at))->size) {
            const char *name = ((struct entry *)(buffer + at))->name;
            uint64_t bytes = strlen(name) + 1;
            if (is_self_or_parent(name) || used + bytes > size)
                continue;
            memcpy(to + used, name, bytes);
            used += bytes;
        }
    CALL(close, folder);
    return used;
}

void temporary_remove(void)
{
    enum { DEPTH = 16 }; /* of what compilers make */
    long parent = CALL(openat, AT_FDCWD, folder_name(), O_RDONLY | O_CLOEXEC);
    if (parent < 0)
        return;
    empty(parent, DEPTH);
    CALL(close, parent);
    CALL(unlinkat, AT_FDCWD, folder_name(), AT_REMOVEDIR);
}

long memory_file(uint64_t size)
{
    long file = DO(memfd_create, "hyperbench", 0);
    DO(ftruncate, file, size);
    return file;
}

bool file_is_there(const char *path)
{
    struct file_status status;
    return !CALL(newfstatat, AT_FDCWD, path, &status, 0);
}

const char *file_line(const char *path, char *buffer, uint64_t size)
{
    long file = CALL(openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    long length = file < 0 ? 0 : CALL(read, file, buffer, size - 1);
    CALL(close, file);
    buffer[length > 0 ? length : 0] = '\0';
    for (char *at = buffer; *at; at++)
        if (*at == '\n')
            *at = '\0';
    return buffer;
}

const char *file_names_with(const char *folder, const char *what, const char *value)
{
    static char names[4096];
    char path[128], said[32];
    uint64_t length = file_names(folder, names, sizeof names);
    for (const char *name = names; name < names + length; name += strlen(name) + 1) {
        format(path, sizeof path, "%s/%s/%s", folder, name, what);
        if (!strcmp(file_line(path, said, sizeof said), value))
            return name;
    }
    return NULL;
}
