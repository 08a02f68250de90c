/*
 * What the lab's outer Linux cannot do from a shell: talk to the outer machine. Freestanding and
 * static.
 *
 *   port read NAME    copy a file of QEMU's fw_cfg to the standard output
 *   port print        copy the standard input to the device for the guest's console
 *
 * Exit status: 0 done, 1 wrong usage or no such file, 2 the devices are refused.
 */
#include "program.h"

enum { FILE_DIRECTORY = 0x19, NAME_SIZE = 56 };

static u8 buffer[65536] __attribute__((aligned(PAGE)));

#include "devices.h" /* the architecture's */

/* QEMU, docs/specs/fw_cfg.txt: all numbers are big-endian. */
struct directory_entry {
    u32 size;
    u16 select, reserved;
    char name[NAME_SIZE];
};

static int same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static int copy_out(struct directory_entry file)
{
    u64 left = __builtin_bswap32(file.size);
    select_file(__builtin_bswap16(file.select));
    while (left) {
        u64 part = left < sizeof buffer ? left : sizeof buffer;
        take(part);
        if (!write_all(1, buffer, part))
            return 1;
        left -= part;
    }
    return 0;
}

static int read_file(const char *name)
{
    const struct directory_entry *entry = (void *)buffer;
    select_file(FILE_DIRECTORY);
    take(sizeof(u32));
    for (u32 count = __builtin_bswap32(*(u32 *)buffer); count; count--) {
        take(sizeof *entry);
        if (same(entry->name, name))
            return copy_out(*entry);
    }
    return 1;
}

static int print(void)
{
    long count;
    while ((count = system_call(SYS_READ, 0, (long)buffer, sizeof buffer, 0, 0, 0)) > 0)
        give((u64)count);
    return count < 0;
}

static int run(long count, const char **words)
{
    if (!devices_open())
        return 2;
    if (count == 3 && same(words[1], "read"))
        return read_file(words[2]);
    if (count == 2 && same(words[1], "print"))
        return print();
    return 1;
}
