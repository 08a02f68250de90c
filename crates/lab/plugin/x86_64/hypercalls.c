#include "hypercalls.h"

#include <stddef.h>

/* Xen, public/xen.h. */
static const char *const names[] = {
    [0] = "hypercall_set_trap_table",     [1] = "hypercall_mmu_update",
    [3] = "hypercall_stack_switch",       [5] = "hypercall_fpu_taskswitch",
    [10] = "hypercall_update_descriptor", [12] = "hypercall_memory_op",
    [13] = "hypercall_multicall",         [14] = "hypercall_update_va_mapping",
    [17] = "hypercall_xen_version",       [23] = "hypercall_iret",
    [24] = "hypercall_vcpu_op",           [25] = "hypercall_set_segment_base",
    [26] = "hypercall_mmuext_op",         [29] = "hypercall_sched_op",
    [32] = "hypercall_event_channel_op",  [33] = "hypercall_physdev_op",
};

const char *hypercall_name(uint64_t number)
{
    const char *known = number < sizeof names / sizeof *names ? names[number] : NULL;
    return known ? known : "hypercall";
}
