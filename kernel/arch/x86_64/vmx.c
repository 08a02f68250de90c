#include "vmx.h"

#include <lib.h>
#include <posih.h>

#include "cpu.h"
#include "x86.h"

/* Intel SDM volume 3, appendix A, and volume 4 for the MSRs. */
enum {
    MSR_FEATURE_CONTROL = 0x3a,
    FEATURE_LOCKED = 1 << 0,
    FEATURE_VMX = 1 << 2, /* outside SMX operation */

    MSR_VMX_BASIC = 0x480,
    MSR_CR0_FIXED0 = 0x486,
    MSR_CR4_FIXED0 = 0x488,
    MSR_SECOND_CONTROLS = 0x48b,
    MSR_EPT_VPID = 0x48c,
    MSR_CPU_CONTROLS = 0x482,

    CPUID_VMX = 1 << 5,
    SHADOW = 1U << 31 /* in the first word of a shadow VMCS (25.2) */
};

static struct {
    uint64_t region; /* its address, and 0 while no benchmark uses VMX */
    uint64_t cr0, cr4;
} before;

/* Firmware may have locked VMX off. Where it has not decided, VMX is allowed from here on: the
 * lock, without which VMXON faults, holds until the CPU is reset (24.7). */
static bool allowed(void)
{
    uint64_t control = rdmsr(MSR_FEATURE_CONTROL);
    if (!(control & FEATURE_LOCKED)) {
        control |= FEATURE_LOCKED | FEATURE_VMX;
        wrmsr(MSR_FEATURE_CONTROL, control);
    }
    return control & FEATURE_VMX;
}

/* A page that begins with the revision of the CPU's VMCS format (25.2, 25.11.5). */
static uint32_t *new_region(void)
{
    uint32_t *region = heap_alloc(PAGE_4K, PAGE_4K);
    if (region) {
        memset(region, 0, PAGE_4K);
        *region = (uint32_t)rdmsr(MSR_VMX_BASIC) & ~SHADOW;
    }
    return region;
}

static void give_back(void)
{
    write_cr0(before.cr0);
    write_cr4(before.cr4);
    before.region = 0;
}

const char *vmx_start(void)
{
    if (!(cpuid(1, 0).ecx & CPUID_VMX))
        return "the CPU has no VMX";
    if (!allowed())
        return "the firmware has locked VMX off (IA32_FEATURE_CONTROL)";
    uint64_t region = (uint64_t)new_region();
    if (!region)
        return "not enough memory for VMXON";
    before.cr0 = read_cr0();
    before.cr4 = read_cr4();
    before.region = region;
    write_cr0(before.cr0 | rdmsr(MSR_CR0_FIXED0));
    write_cr4(before.cr4 | rdmsr(MSR_CR4_FIXED0));
    if (vmxon(&before.region))
        return NULL;
    give_back();
    return "VMXON fails";
}

/* A benchmark can end on either side of VMXON. In VMX operation VMXON fails without harm, so that
 * VMXOFF is allowed after it in any case (31.3, VMXON). */
void vmx_stop(void)
{
    if (!before.region)
        return;
    vmxon(&before.region);
    asm volatile("vmxoff" : : : "cc");
    give_back();
    cpu_load_tables(&boot_cpu); /* an exit sets both limits to 64 KiB (28.5.2) */
}

const uint64_t *vmx_region(void) { return &before.region; }

/* VMCLEAR and its like take the address from memory: a variable that lasts as long as the region.
 */
static const uint64_t *pointer_to(const uint32_t *region)
{
    uint64_t *pointer = heap_alloc(sizeof *pointer, sizeof *pointer);
    if (!region || !pointer)
        return NULL;
    *pointer = (uint64_t)region;
    return vmclear(pointer) ? pointer : NULL;
}

const uint64_t *vmcs_new(void) { return pointer_to(new_region()); }

const uint64_t *vmcs_new_shadow(uint64_t value)
{
    uint32_t *region = new_region();
    if (region)
        *region |= SHADOW;
    const uint64_t *shadow = pointer_to(region);
    if (!shadow || !vmptrld(shadow))
        return NULL;
    vmwrite(VMCS_GUEST_RIP, value);
    return vmclear(shadow) ? shadow : NULL;
}

uint32_t vmx_controls(uint32_t msr, uint32_t wanted)
{
    uint64_t capability = rdmsr(msr); /* must be 1; may be 1 (A.3.1) */
    return (wanted | (uint32_t)capability) & (uint32_t)(capability >> 32);
}

uint32_t vmx_second_controls(void)
{
    bool any = vmx_controls(MSR_CPU_CONTROLS, 1U << 31) >> 31;
    return any ? (uint32_t)(rdmsr(MSR_SECOND_CONTROLS) >> 32) : 0;
}

uint64_t vmx_ept_vpid(void)
{
    return vmx_second_controls() & (SECOND_EPT | SECOND_VPID) ? rdmsr(MSR_EPT_VPID) : 0;
}
