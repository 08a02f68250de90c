/* The memory of the process: a range of addresses as large as the machine's RAM, of which Linux
 * gives what is touched. */
#include "port.h"

uint64_t arch_reserved_end(void) { return 0; }

static uint64_t ram_size(void)
{
    struct {
        uint64_t uptime, loads[3], total, others[8];
        uint32_t unit, padding[3];
    } information = {0};
    CALL(sysinfo, &information);
    return align_down(information.total * information.unit, PAGE_2M);
}

static long map(uint64_t address, uint64_t size, int flags)
{
    return CALL(mmap, address, size, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1, 0);
}

/* A process may have less than the machine. */
void memory_reserve(void)
{
    uint64_t size = ram_size();
    long base = -ENOMEM;
    for (; size && (base = map(0, size, MAP_PRIVATE | MAP_NORESERVE)) < 0; size /= 2)
        ;
    boot_info.ram_count = base > 0;
    boot_info.ram[0] = (struct mem_region){(uint64_t)base, align_down(size, PAGE_4K)};
    memory_renew();
}

/* Small pages unless a benchmark asks for others: what Linux would choose depends on what memory
 * is free. */
void memory_renew(void)
{
    struct mem_region ram = boot_info.ram[0];
    if (!boot_info.ram_count)
        return;
    map(ram.base, ram.size, MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED);
    CALL(madvise, ram.base, ram.size, MADV_NOHUGEPAGE);
}

void *process_memory(uint64_t size)
{
    void *memory = heap_alloc(align_up(size, PAGE_4K), PAGE_2M);
    if (!memory)
        fail("needs %lu KiB of memory, more than half of what the machine has", size / 1024);
    return memory;
}

void *process_shared(uint64_t size)
{
    void *memory = process_memory(size);
    process_check("mmap", map((uint64_t)memory, align_up(size, PAGE_4K), MAP_SHARED | MAP_FIXED));
    return memory;
}
