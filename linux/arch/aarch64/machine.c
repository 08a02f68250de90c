/* What a process sees of the machine: Linux answers reads of identification registers, and shows
 * in files what it knows of a hypervisor. */
#include "cpu.h"
#include "port.h"

/* Where Linux shows nothing, there may be a hypervisor all the same. */
void machine_identify(void)
{
    static char kind[16];
    cpu_identify();
    if (*file_line("/sys/hypervisor/type", kind, sizeof kind))
        machine.hypervisor = machine.hypervisor_signature = kind;
    else if (cpu_is_emulated())
        machine.hypervisor = "tcg";
}

uint64_t counter_hz(const char **source)
{
    *source = "cntfrq";
    return read_sysreg(cntfrq_el0) & UINT32_MAX;
}

/* By definition (Arm ARM, D11.1.2). */
bool counter_invariant(void) { return true; }

bool debug_port_write(const char *text, size_t length)
{
    (void)text, (void)length;
    return false;
}
