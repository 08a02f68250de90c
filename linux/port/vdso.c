/* The code that Linux maps into each process, a small shared library: vdso(7). */
#include "port.h"

enum { AT_SYSINFO_EHDR = 33 };
enum { PT_LOAD = 1, PT_DYNAMIC = 2 };
enum { DT_HASH = 4, DT_STRTAB = 5, DT_SYMTAB = 6, DT_GNU_HASH = 0x6ffffef5 };

struct elf { /* the System V ABI's ELF header */
    uint8_t identity[16];
    uint16_t kind, machine;
    uint32_t version;
    uint64_t entry, segments, sections;
    uint32_t flags;
    uint16_t size, segment_size, segment_count;
};

struct segment {
    uint32_t kind, flags;
    uint64_t offset, address, others[4];
};

struct symbol {
    uint32_t name;
    uint8_t information, other;
    uint16_t section;
    uint64_t value, size;
};

struct library {
    uint64_t base;            /* what its addresses are relative to */
    const uint32_t *hash;     /* the System V ABI's table */
    const uint32_t *gnu_hash; /* GNU's, which newer kernels have alone */
    const char *names;
    const struct symbol *symbols;
};

static void read_dynamic(struct library *library, const uint64_t *entry)
{
    for (; entry[0]; entry += 2) {
        void *address = (void *)(library->base + entry[1]);
        if (entry[0] == DT_HASH)
            library->hash = address;
        else if (entry[0] == DT_GNU_HASH)
            library->gnu_hash = address;
        else if (entry[0] == DT_STRTAB)
            library->names = address;
        else if (entry[0] == DT_SYMTAB)
            library->symbols = address;
    }
}

static struct library read_library(const struct elf *elf)
{
    struct library library = {0};
    const struct segment *segments = (const void *)((uint64_t)elf + elf->segments);
    for (unsigned i = 0; i < elf->segment_count; i++)
        if (segments[i].kind == PT_LOAD)
            library.base = (uint64_t)elf + segments[i].offset - segments[i].address;
    for (unsigned i = 0; i < elf->segment_count; i++)
        if (segments[i].kind == PT_DYNAMIC)
            read_dynamic(&library, (const void *)((uint64_t)elf + segments[i].offset));
    return library;
}

/* GNU's table: how many buckets, the first symbol in one, words of its filter, a shift; the filter;
 * in which symbol each bucket begins; a hash for each symbol, odd for the last of a bucket. */
static uint32_t symbols_in_buckets(const uint32_t *table)
{
    const uint32_t *bucket = table + 4 + table[2] * (sizeof(uint64_t) / sizeof *table);
    const uint32_t *hash = bucket + table[0];
    uint32_t first = table[1], last = 0;
    for (uint32_t i = 0; i < table[0]; i++)
        if (bucket[i] > last)
            last = bucket[i];
    if (last < first)
        return first;
    while (!(hash[last - first] & 1))
        last++;
    return last + 1;
}

static uint32_t symbol_count(const struct library *library)
{
    if (library->gnu_hash)
        return symbols_in_buckets(library->gnu_hash);
    return library->hash ? library->hash[1] : 0;
}

static uint64_t find(const struct library *library, const char *name)
{
    if (!library->names || !library->symbols)
        return 0;
    uint32_t count = symbol_count(library);
    for (uint32_t i = 0; i < count; i++)
        if (!strcmp(library->names + library->symbols[i].name, name))
            return library->base + library->symbols[i].value;
    return 0;
}

clock_gettime_t *vdso_clock_gettime(void)
{
    static bool looked;
    static clock_gettime_t *found;
    const struct elf *elf = (const struct elf *)auxiliary(AT_SYSINFO_EHDR);
    if (elf && !looked) {
        struct library library = read_library(elf);
        found = (clock_gettime_t *)find(&library, VDSO_CLOCK_GETTIME);
    }
    looked = true;
    return found;
}
