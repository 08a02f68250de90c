/* What clients of a file server do, in whatever folder its files are. */
#ifndef FILE_CLIENTS_H
#define FILE_CLIENTS_H

#include <clients.h>

enum { FILES = 16, BLOCK = 8192, MOST_BLOCKS = 6, PATTERN = 65536, SIZE_WORD = 6 };

/* What a client writes once and reads three times: of each file one block more than of the one
 * before, up to the most, and then one again. */
enum {
    LAST_FILES = FILES % MOST_BLOCKS,
    ALL_BLOCKS = FILES / MOST_BLOCKS * (MOST_BLOCKS * (MOST_BLOCKS + 1) / 2) +
                 LAST_FILES * (LAST_FILES + 1) / 2,
    FILE_CLIENT_BYTES = 4 * ALL_BLOCKS * BLOCK,
};

static char tree[64]; /* may be relative to where the process is */
static uint8_t *pattern, *scratch;

static void name_file(char path[96], unsigned client, const char *kind, unsigned number)
{
    format(path, 96, "%s/client-%u/%s-%02u", tree, client, kind, number);
}

/* What a file has in it depends on its number. */
static const uint8_t *content(unsigned number, unsigned block)
{
    return pattern + (number * 997 + block * 61) % (PATTERN - BLOCK);
}

static void write_blocks(long file, unsigned number, unsigned blocks)
{
    struct file_status status;
    struct file_lock lock = {.kind = F_WRLCK, .length = 1};
    for (unsigned i = 0; i < blocks; i++)
        DO_ALL(BLOCK, pwrite64, file, content(number, i), BLOCK, i * BLOCK);
    DO(fstat, file, &status);
    client_expect(status.words[SIZE_WORD] == blocks * BLOCK);
    if (number % 8 == 0)
        DO(fsync, file);
    if (number % 16 == 0) {
        DO(fcntl, file, F_SETLK, &lock);
        lock.kind = F_UNLCK;
        DO(fcntl, file, F_SETLK, &lock);
    }
}

static void read_blocks(const char *path, unsigned number, unsigned blocks)
{
    long file = DO(openat, AT_FDCWD, path, O_RDONLY);
    for (unsigned i = 0; i < blocks; i++) {
        DO_ALL(BLOCK, pread64, file, scratch, BLOCK, i * BLOCK);
        client_expect(!memcmp(scratch, content(number, i), BLOCK));
    }
    DO(close, file);
}

static void ask(const char *path)
{
    uint64_t answer[64];
    for (unsigned i = 0; i < 3; i++)
        DO(newfstatat, AT_FDCWD, path, answer, 0);
    DO(statfs, path, answer);
}

static void list(unsigned client)
{
    char path[96];
    format(path, sizeof path, "%s/client-%u", tree, client);
    long folder = DO(openat, AT_FDCWD, path, O_RDONLY);
    while (DO(getdents64, folder, scratch, BLOCK) > 0)
        ;
    DO(close, folder);
}

static void use_file(unsigned client, unsigned number)
{
    char path[96], renamed[96];
    unsigned blocks = 1 + number % MOST_BLOCKS;
    name_file(path, client, "file", number);
    client_expect(CALL(openat, AT_FDCWD, path, O_RDONLY) == -ENOENT);
    long file = DO(openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_EXCL, 0600);
    write_blocks(file, number, blocks);
    DO(close, file);
    ask(path);
    for (unsigned i = 0; i < 3; i++)
        read_blocks(path, number, blocks);
    list(client);
    name_file(renamed, client, "kept", number);
    DO(renameat2, AT_FDCWD, path, AT_FDCWD, renamed, 0);
}

static void use_files(unsigned client)
{
    char path[96];
    for (unsigned i = 0; i < FILES; i++)
        use_file(client, i);
    for (unsigned i = 0; i < FILES; i++) {
        name_file(path, client, "kept", i);
        DO(unlinkat, AT_FDCWD, path, 0);
    }
}

/* Starts as many as the operand says, in the folder `in`, which is there. */
static inline void file_clients_start(const char *in)
{
    char path[96];
    copy_string(tree, in, sizeof tree);
    for (unsigned i = 0; i < operand; i++) {
        format(path, sizeof path, "%s/client-%u", tree, i);
        DO(mkdirat, AT_FDCWD, path, 0700);
    }
    pattern = process_memory(PATTERN);
    scratch = process_memory(BLOCK);
    for (unsigned i = 0; i < PATTERN; i++)
        pattern[i] = (uint8_t)(i * i >> 5);
    clients_start((unsigned)operand, 1, use_files);
}

#endif
