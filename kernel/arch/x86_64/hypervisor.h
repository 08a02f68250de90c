/* What the hypervisor says of itself in CPUID leaves 0x40000000 and up. */
#ifndef HYPERVISOR_H
#define HYPERVISOR_H

#include <stdint.h>

/* Fills machine.hypervisor and its companions. */
void hypervisor_detect(void);

/* First of the leaves that the detected hypervisor answers in. */
uint32_t hypervisor_base(void);

/* TSC frequency in Hz from the hypervisor, 0 when it does not tell: leaf 0x40000010 (KVM,
 * VMware), Hyper-V's MSR, KVM's paravirtual clock. */
uint64_t hypervisor_tsc_leaf(void);
uint64_t hypervisor_tsc_msr(void);
uint64_t hypervisor_pvclock(void);

#endif
