/* VMX operation, for benchmarks that are a hypervisor themselves (L1). Intel SDM volume 3, chapters
 * 24 to 31. */
#ifndef VMX_H
#define VMX_H

#include "vmcs.h"

/* Bits of IA32_VMX_EPT_VPID_CAP (appendix A.10). */
enum { CAN_INVEPT_ONE = 25, CAN_INVVPID_ADDRESS = 40 };

/* Bits of the secondary processor-based controls (table 25-7). */
enum { SECOND_EPT = 1 << 1, SECOND_VPID = 1 << 5, SECOND_SHADOW_VMCS = 1 << 14 };

/* Enters VMX operation. Returns NULL, or why the machine cannot, and is not in it then. */
const char *vmx_start(void);

/* Leaves VMX operation, if vmx_start() was called since, whether the CPU is in it or not, and gives
 * CR0, CR4 and the descriptor tables back what they had. */
void vmx_stop(void);

/* The region that vmx_start() gave to VMXON. */
const uint64_t *vmx_region(void);

/* A variable that holds the address of a new, clear VMCS, as VMCLEAR and VMPTRLD take it; NULL when
 * there is no memory left. */
const uint64_t *vmcs_new(void);

/* Makes the next VMCS a shadow VMCS, whose GUEST_RIP is `value`; as vmcs_new(). The current VMCS
 * is none afterwards (25.10). */
const uint64_t *vmcs_new_shadow(uint64_t value);

/* The secondary controls that may be 1; 0 where there are none. */
uint32_t vmx_second_controls(void);

/* IA32_VMX_EPT_VPID_CAP; 0 where there is none. */
uint64_t vmx_ept_vpid(void);

/* Controls of the capability MSR `msr`: those wanted, as far as they may be 1, and those that must
 * be. */
uint32_t vmx_controls(uint32_t msr, uint32_t wanted);

/* What all benchmarks in VMX operation say of themselves. */
#define VMX_BENCHMARK \
    .path = PATH_NESTED, .flags = DANGEROUS_ON_METAL, .init = init, .cleanup = vmx_stop

#endif
