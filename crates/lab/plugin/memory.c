#include "memory.h"

#include <string.h>

#include "bytes.h"
#include "registers.h"

/* The first is of the interface's version 5, the others are QEMU's own; 11.1 lacks the second. */
int qemu_plugin_read_memory_hwaddr(uint64_t, struct byte_array *, size_t) __attribute__((weak));
void cpu_physical_memory_rw(uint64_t, void *, uint64_t, bool) __attribute__((weak));
int cpu_memory_rw_debug(cpu *, uint64_t, void *, uint64_t, bool) __attribute__((weak));

bool memory_is_readable(void)
{
    return cpu_memory_rw_debug &&
           (cpu_physical_memory_rw || (qemu_plugin_read_memory_hwaddr && bytes_are_there()));
}

void memory_read(uint64_t address, void *to, uint64_t size)
{
    if (!qemu_plugin_read_memory_hwaddr) {
        cpu_physical_memory_rw(address, to, size, false);
        return;
    }
    struct byte_array *bytes = bytes_empty();
    memset(to, 0, size);
    if (qemu_plugin_read_memory_hwaddr(address, bytes, size) == 0)
        memcpy(to, bytes->data, size);
}

bool memory_read_virtual(uint64_t address, void *to, uint64_t size)
{
    return !cpu_memory_rw_debug(current_cpu, address, to, size, false);
}

bool memory_write_virtual(uint64_t address, void *from, uint64_t size)
{
    return !cpu_memory_rw_debug(current_cpu, address, from, size, true);
}
