#include "hyperv.h"

#include "x86.h"

enum { LEAF_MAX = 0x40000000, LEAF_INTERFACE = 0x40000001, INTERFACE = 0x31237648 /* "Hv#1" */ };
enum { MSR_GUEST_OS_ID = 0x40000000, MSR_HYPERCALL = 0x40000001 };

static uint8_t page[PAGE_4K] __attribute__((aligned(PAGE_4K)));

bool hyperv_present(void)
{
    return cpuid(1, 0).ecx & 1U << 31 && cpuid(LEAF_MAX, 0).eax >= LEAF_INTERFACE &&
           cpuid(LEAF_INTERFACE, 0).eax == INTERFACE;
}

uint64_t hyperv_call(uint64_t control, uint64_t first, uint64_t second)
{
    register uint64_t r8 asm("r8") = second;
    uint64_t status;
    asm volatile("call *%4"
                 : "=a"(status), "+c"(control), "+d"(first), "+r"(r8)
                 : "r"(page)
                 : "r9", "r10", "r11", "memory");
    return status;
}

/* Call code 0 does not exist: HV_STATUS_INVALID_HYPERCALL_CODE (TLFS 3.7). */
static void invalid(void) { hyperv_call(0, 0, 0); }

/* TLFS 3.13: a guest identity, then the page's address with bit 0 set. */
hypercall_t *hyperv_setup(void)
{
    wrmsr(MSR_GUEST_OS_ID, 1ULL << 63); /* open source, of no registered vendor */
    wrmsr(MSR_HYPERCALL, (uint64_t)page | 1);
    return invalid;
}

void hyperv_end(void)
{
    wrmsr(MSR_HYPERCALL, 0);
    wrmsr(MSR_GUEST_OS_ID, 0);
}
