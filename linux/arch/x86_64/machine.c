/* What a process sees of the machine: CPUID is open to all. */
#include "port.h"

#include "cpu.h"
#include "hypervisor.h"

void machine_identify(void)
{
    cpu_identify();
    hypervisor_detect();
}

/* CPUID's own figures are rounded, and often missing. */
uint64_t counter_hz(const char **source)
{
    (void)source;
    return 0;
}

/* Intel SDM 3, 17.17.1: leaf 0x80000007, bit 8 of EDX. */
bool counter_invariant(void)
{
    enum { POWER = 0x80000007, INVARIANT = 1 << 8 };
    return cpuid(0x80000000, 0).eax >= POWER && cpuid(POWER, 0).edx & INVARIANT;
}

/* Allowed for as long as it takes: a process with a right to ports takes longer to switch to. */
bool debug_port_write(const char *text, size_t length)
{
    enum { PORT = 0xe9, COUNT = 1 };
    if (CALL(ioperm, PORT, COUNT, true))
        return false;
    asm volatile("rep outsb" : "+S"(text), "+c"(length) : "d"(PORT) : "memory");
    return !CALL(ioperm, PORT, COUNT, false);
}
