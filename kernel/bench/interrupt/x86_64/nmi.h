/* What the two NMI benchmarks share: an NMI by the interrupt command register, to a CPU of any
 * number, and the wait until its handler has counted it. */
#ifndef NMI_H
#define NMI_H

#include <apic_timed.h>
#include <counted.h>
#include <cpu.h>
#include <gates.h>

enum { VECTOR_NMI = 2 };

#define TIMED_NMI(cpu)                                                                                  \
    TIMED_APIC_OF(                                                                                      \
        run, control, uint32_t id = cpu_apic_id(cpu),                                                   \
        ("mov counted, %%rsi\n\tmovl %0, %c1(%2)\n\tmovl %3, %c4(%2)\n\t" NMI_AWAIT, : : "r"(id << 24), \
         "i"(APIC_COMMAND_HIGH), "r"(apic), "r"(APIC_COMMAND_NMI), "i"(APIC_COMMAND) : "rsi",           \
         "memory"),                                                                                     \
        ("mov counted, %%rsi\n\twrmsr\n\t" NMI_AWAIT, : : "c"(APIC_MSR(APIC_COMMAND)),                  \
         "a"(APIC_COMMAND_NMI), "d"(id) : "rsi", "memory"))
/* PAUSE lets an emulator whose CPUs take turns go on with the one that the NMI is for. */
#define NMI_AWAIT "cmp %%rsi, counted\n\tjne 2f\n1:\tpause\n\tcmp %%rsi, counted\n\tje 1b\n2:"

static const char *nmi_init(void)
{
    const char *reason = apic_needed();
    if (reason)
        return reason;
    counted_take(VECTOR_NMI);
    return NULL;
}

#endif
