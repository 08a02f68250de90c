/* What a process does not have: page tables, exceptions, interrupts, a serial port and a
 * hypervisor to call. */
#include <posih.h>

uint64_t mmu_window(void) { return 0; }
void mmu_window_reset(void) {}
bool mmu_map(uint64_t va, uint64_t pa, uint64_t size, uint64_t granularity)
{
    (void)va, (void)pa, (void)size, (void)granularity;
    return false;
}
uint64_t *mmu_entry(uint64_t va)
{
    (void)va;
    return NULL;
}
uint64_t mmu_entry_for(uint64_t entry, enum access access)
{
    (void)access;
    return entry;
}
uint64_t mmu_root(void) { return 0; }
uint64_t mmu_space_make(void) { return 0; }
bool mmu_space_map(uint64_t root, uint64_t va, uint64_t pa, uint64_t size, uint64_t granularity)
{
    (void)root;
    return mmu_map(va, pa, size, granularity);
}

bool traps_skip(void) { return false; }
bool traps_map(uint64_t *entry, uint64_t value)
{
    (void)entry, (void)value;
    return false;
}
void traps_restore(void) {}

void ipi_send(unsigned cpu) { (void)cpu; }

bool uart_present(void) { return false; }
struct uart uart(void) { return (struct uart){0, 0}; }

struct screen screen(void) { return (struct screen){0, 0}; }
void screen_write(unsigned row, const char *text) { (void)row, (void)text; }

hypercall_t *hypercall_find(const char **reason)
{
    *reason = "needs the kernel's privilege, and this is a process";
    return NULL;
}
