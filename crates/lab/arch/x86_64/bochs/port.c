/*
 * What the lab's outer Linux does by I/O ports where Bochs is the outer machine. Freestanding and
 * static.
 *
 *   port stop         stop the machine, for its state to be kept
 *   port read NAME    copy a file of the first disk to the standard output
 *   port print        copy the standard input to the printer
 *   port tell         the same, to who follows the processor (bochs/console.c)
 *
 * Exit status: 0 done, 1 wrong usage or no such file, 2 the ports are refused, 3 the disk is
 * broken.
 */
#include "program.h"

enum { SECTOR = 512 };

/* The first disk (ATA-4, 7.2). Linux drives it nowhere in these images. */
enum {
    DATA = 0x1f0,
    COUNT = 0x1f2,
    NUMBER = 0x1f3,
    DRIVE = 0x1f6,
    COMMAND = 0x1f7,
    CONTROL = 0x3f6
};
enum { FIRST_DISK = 0xe0, READ_SECTORS = 0x20, NO_INTERRUPT = 2 };
enum { BUSY = 0x80, READY_TO_GIVE = 8, BROKEN = 0x21 };

/* The parallel port (IEEE 1284, compatibility mode): a character is taken at the strobe's end. */
enum { PRINTER = 0x378, PRINTER_CONTROL = 0x37a, SELECTED = 0x0c, STROBE = 1 };

/* The disk begins with a sector of these. */
struct entry {
    u32 address, sector, size;
    char name[20];
};

static u8 list[SECTOR] __attribute__((aligned(PAGE)));
static u8 buffer[65536] __attribute__((aligned(PAGE)));

static void out(u16 port, u8 value) { asm volatile("outb %0, %1" : : "a"(value), "d"(port)); }

static u8 in(u16 port)
{
    u8 value;
    asm volatile("inb %1, %0" : "=a"(value) : "d"(port));
    return value;
}

static int same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

/* Reads a sector. Its place has been touched: a page fault within INS would lose what was read. */
static int read_sector(u32 number, u8 *to)
{
    u64 words = SECTOR / 2;
    u8 status;
    out(CONTROL, NO_INTERRUPT);
    out(COUNT, 1);
    for (int byte = 0; byte < 3; byte++)
        out(NUMBER + byte, number >> 8 * byte);
    out(DRIVE, FIRST_DISK | number >> 24);
    out(COMMAND, READ_SECTORS);
    do {
        status = in(COMMAND);
        if (!(status & BUSY) && status & BROKEN)
            return 0;
    } while (status & BUSY || !(status & READY_TO_GIVE));
    asm volatile("rep insw" : "+D"(to), "+c"(words) : "d"(DATA) : "memory");
    return 1;
}

static int copy_out(u32 sector, u64 left)
{
    while (left) {
        u64 part = left < sizeof buffer ? left : sizeof buffer;
        for (u64 at = 0; at < part; at += SECTOR)
            if (!read_sector(sector++, buffer + at))
                return 3;
        for (u64 sent = 0; sent < part;) {
            long n = system_call(SYS_WRITE, 1, (long)(buffer + sent), (long)(part - sent), 0, 0, 0);
            if (n <= 0)
                return 1;
            sent += (u64)n;
        }
        left -= part;
    }
    return 0;
}

static int read_file(const char *name)
{
    if (!read_sector(0, list))
        return 3;
    const struct entry *entries = (void *)list, *end = entries + sizeof list / sizeof *entries;
    for (const struct entry *entry = entries; entry < end && entry->size; entry++)
        if (same(entry->name, name))
            return copy_out(entry->sector, entry->size);
    return 1;
}

static int print(void)
{
    long count;
    while ((count = system_call(SYS_READ, 0, (long)buffer, sizeof buffer, 0, 0, 0)) > 0)
        for (long i = 0; i < count; i++) {
            out(PRINTER, buffer[i]);
            out(PRINTER_CONTROL, SELECTED | STROBE);
            out(PRINTER_CONTROL, SELECTED);
        }
    return count < 0;
}

/* A character for the printer is three instructions, each of which Xen emulates for dom0. */
static int tell(void)
{
    enum { DEBUG_CONSOLE = 0xe9 };
    long count;
    while ((count = system_call(SYS_READ, 0, (long)buffer, sizeof buffer, 0, 0, 0)) > 0) {
        const u8 *from = buffer;
        asm volatile("rep outsb" : "+S"(from), "+c"(count) : "d"(DEBUG_CONSOLE) : "memory");
    }
    return count < 0;
}

/* Bochs' debugger stops at this instruction, which does nothing. */
static int stop(void)
{
    asm volatile("xchg %%bx, %%bx" : : : "memory");
    return 0;
}

static int run(long count, const char **words)
{
    if (system_call(SYS_IOPL, 3, 0, 0, 0, 0, 0))
        return 2;
    list[0] = 0;
    for (u64 at = 0; at < sizeof buffer; at += PAGE)
        *(volatile u8 *)(buffer + at) = 0;
    if (count == 3 && same(words[1], "read"))
        return read_file(words[2]);
    if (count == 2 && same(words[1], "print"))
        return print();
    if (count == 2 && same(words[1], "tell"))
        return tell();
    if (count == 2 && same(words[1], "stop"))
        return stop();
    return 1;
}
