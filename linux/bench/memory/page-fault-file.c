/* Linux maps the page and its neighbours up to 64 KiB, so that each read is 64 KiB behind the one
 * before. */
#include <process.h>

enum { READS = 64, STRIDE = 65536 };

static uint64_t region;
static long file;

static const char *init(void)
{
    file = memory_file(READS * STRIDE);
    region = (uint64_t)process_memory(READS * STRIDE);
    for (uint64_t at = 0; at < READS * STRIDE; at += PAGE_4K)
        DO_ALL(1, pwrite64, file, "", 1, at);
    return NULL;
}

static void prepare(uint64_t n)
{
    DO(mmap, region, n * STRIDE, PROT_READ, MAP_SHARED | MAP_FIXED, file, 0);
}

static uint64_t supply(void) { return renewed(READS); }

TIMED_INSN_WITH(uint64_t base = region, uint64_t page = base + i * STRIDE, MEMORY_READ(page))

BENCHMARK(.summary = "Read a page of a mapped file for the first time", .flags = QUICK,
          .path = PATH_PAGING, .init = init, .prepare = prepare, .supply = supply,
          .also = "lmbench: lat_pagefault");
