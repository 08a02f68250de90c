#include "vmx_l2.h"

#include <lib.h>
#include <posih.h>

#include "cpu.h"
#include "x86.h"

/* Controls: Intel SDM volume 3, 25.6.1, 25.6.2, 25.7.1, 25.8.1. */
enum {
    PIN_INTERRUPT_EXITS = 1 << 0,
    PIN_NMI_EXITS = 1 << 3,
    CPU_HLT_EXITS = 1 << 7,
    CPU_IO_EXITS = 1 << 24,
    CPU_SECOND_CONTROLS = 1U << 31,
    EXIT_TO_64_BIT = 1 << 9,
    ENTRY_TO_64_BIT = 1 << 9,

    MSR_VMX_BASIC = 0x480,
    MSR_CONTROLS = 0x481,      /* pin, CPU, exit, entry */
    MSR_TRUE_CONTROLS = 0x48d, /* the same, where bit 55 of IA32_VMX_BASIC says so (A.2) */
    MSR_SYSENTER_CS = 0x174,
    MSR_FS_BASE = 0xc0000100,
    MSR_GS_BASE = 0xc0000101,

    /* Of IA32_VMX_EPT_VPID_CAP: walks of 4 levels, write-back, pages of 2 MiB (A.10). */
    EPT_ENOUGH = 1 << 6 | 1 << 14 | 1 << 16,

    /* Access rights (25.4.1): a 64-bit code segment, a busy TSS, none. */
    RIGHTS_CODE = 0xa09b,
    RIGHTS_TSS = 0x8b,
    RIGHTS_NONE = 1 << 16,

    /* On, though an interrupt makes L2 exit either way: Bochs 2.7 was seen to leave an L2 that has
     * them off alone. Bit 1 is always set. */
    RFLAGS_INTERRUPTS = 1 << 9 | 1 << 1,
    DR7_NONE = 0x400,
    TSS_LIMIT = 0x67
};

enum segment { ES, CS, SS, DS, FS, GS, LDTR, TR, GDTR, IDTR };

extern const uint8_t l2_exit[];

static uint32_t intended;

static bool set_controls(uint32_t second)
{
    static const struct {
        uint16_t field;
        uint32_t wanted;
    } first[] = {
        {VMCS_PIN_CONTROLS, PIN_INTERRUPT_EXITS | PIN_NMI_EXITS},
        {VMCS_CPU_CONTROLS, CPU_HLT_EXITS | CPU_IO_EXITS},
        {VMCS_EXIT_CONTROLS, EXIT_TO_64_BIT},
        {VMCS_ENTRY_CONTROLS, ENTRY_TO_64_BIT},
    };
    uint32_t msr = rdmsr(MSR_VMX_BASIC) >> 55 & 1 ? MSR_TRUE_CONTROLS : MSR_CONTROLS;
    for (uint32_t i = 0; i < sizeof first / sizeof *first; i++) {
        uint32_t wanted = first[i].wanted;
        if (first[i].field == VMCS_CPU_CONTROLS && second)
            wanted |= CPU_SECOND_CONTROLS;
        uint32_t controls = vmx_controls(msr + i, wanted);
        if ((controls & wanted) != wanted)
            return false;
        vmwrite(first[i].field, controls);
    }
    if (second)
        vmwrite(VMCS_CPU_CONTROLS_2, second);
    return true;
}

static void set_segment(enum segment segment, uint64_t selector, uint64_t base, uint64_t limit,
                        uint64_t rights)
{
    vmwrite(VMCS_GUEST_SELECTOR + 2 * segment, selector);
    vmwrite(VMCS_GUEST_BASE + 2 * segment, base);
    vmwrite(VMCS_GUEST_LIMIT + 2 * segment, limit);
    vmwrite(VMCS_GUEST_RIGHTS + 2 * segment, rights);
}

static void set_table(enum segment table, uint64_t base)
{
    vmwrite(VMCS_GUEST_BASE + 2 * table, base);
    vmwrite(VMCS_GUEST_LIMIT + 2 * table, 0xffff);
}

/* Both run on the same control registers, page tables and descriptor tables. */
static void set_shared_state(void)
{
    uint64_t cr0 = read_cr0(), cr4 = read_cr4();
    const uint64_t fields[][2] = {
        {VMCS_GUEST_CR0, cr0},
        {VMCS_HOST_CR0, cr0},
        {VMCS_CR0_SHADOW, cr0},
        {VMCS_GUEST_CR3, read_cr3()},
        {VMCS_HOST_CR3, read_cr3()},
        {VMCS_GUEST_CR4, cr4},
        {VMCS_HOST_CR4, cr4},
        {VMCS_CR4_SHADOW, cr4},
        {VMCS_HOST_SELECTOR + 2 * CS, SEGMENT_CODE},
        {VMCS_HOST_SELECTOR + 2 * (TR - 1), SEGMENT_TSS}, /* there is no LDTR among them */
        {VMCS_HOST_FS_BASE, rdmsr(MSR_FS_BASE)},
        {VMCS_HOST_GS_BASE, rdmsr(MSR_GS_BASE)},
        {VMCS_HOST_TR_BASE, (uint64_t)&boot_cpu.tss},
        {VMCS_HOST_GDTR_BASE, (uint64_t)boot_cpu.gdt},
        {VMCS_HOST_IDTR_BASE, idt_pointer.base},
        {VMCS_HOST_SYSENTER_CS, rdmsr(MSR_SYSENTER_CS)},
        {VMCS_HOST_SYSENTER_ESP, rdmsr(MSR_SYSENTER_CS + 1)},
        {VMCS_HOST_SYSENTER_EIP, rdmsr(MSR_SYSENTER_CS + 2)},
        {VMCS_HOST_RSP, (uint64_t)boot_cpu.nmi_stack}, /* l2_exit sets it first of all */
        {VMCS_HOST_RIP, (uint64_t)l2_exit},
        {VMCS_EXCEPTION_BITMAP, UINT32_MAX},
        {VMCS_LINK_POINTER, UINT64_MAX},
        {VMCS_GUEST_DR7, DR7_NONE},
        {VMCS_GUEST_RFLAGS, RFLAGS_INTERRUPTS},
    };
    for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++)
        vmwrite(fields[i][0], fields[i][1]);
}

/* A new VMCS holds nothing that can be relied on (25.11.3). */
static void set_unused(void)
{
    static const uint16_t unused[] = {VMCS_PAGE_FAULT_MASK,
                                      VMCS_PAGE_FAULT_MATCH,
                                      VMCS_CR3_TARGETS,
                                      VMCS_EXIT_MSR_STORES,
                                      VMCS_EXIT_MSR_LOADS,
                                      VMCS_ENTRY_MSR_LOADS,
                                      VMCS_ENTRY_EVENT,
                                      VMCS_CR0_MASK,
                                      VMCS_CR4_MASK,
                                      VMCS_GUEST_INTERRUPTIBILITY,
                                      VMCS_GUEST_ACTIVITY,
                                      VMCS_GUEST_DEBUGCTL,
                                      VMCS_GUEST_PENDING_DEBUG,
                                      VMCS_GUEST_SYSENTER_CS,
                                      VMCS_GUEST_SYSENTER_ESP,
                                      VMCS_GUEST_SYSENTER_EIP,
                                      VMCS_GUEST_RSP,
                                      VMCS_HOST_SELECTOR + 2 * ES,
                                      VMCS_HOST_SELECTOR + 2 * SS,
                                      VMCS_HOST_SELECTOR + 2 * DS,
                                      VMCS_HOST_SELECTOR + 2 * FS,
                                      VMCS_HOST_SELECTOR + 2 * GS};
    for (unsigned i = 0; i < sizeof unused / sizeof *unused; i++)
        vmwrite(unused[i], 0);
    for (enum segment segment = ES; segment <= LDTR; segment++)
        set_segment(segment, 0, 0, 0, RIGHTS_NONE);
}

static bool set_ept(void)
{
    uint64_t pointer = ept_make();
    vmwrite(VMCS_EPT_POINTER, pointer);
    return pointer;
}

/* Bitmaps of zeros: L2's VMREAD and VMWRITE go to the shadow VMCS (25.6.15). */
static bool set_shadow(uint64_t shadow)
{
    void *bitmap = heap_alloc(PAGE_4K, PAGE_4K);
    if (!bitmap)
        return false;
    memset(bitmap, 0, PAGE_4K);
    vmwrite(VMCS_VMREAD_BITMAP, (uint64_t)bitmap);
    vmwrite(VMCS_VMWRITE_BITMAP, (uint64_t)bitmap);
    vmwrite(VMCS_LINK_POINTER, shadow);
    return true;
}

static const char *set_up(const uint8_t *code, unsigned flags)
{
    static const char no_memory[] = "not enough memory for a guest's VMCS";
    uint32_t can = vmx_second_controls(), second = can & SECOND_VPID;
    if (can & SECOND_EPT && (vmx_ept_vpid() & EPT_ENOUGH) == EPT_ENOUGH)
        second |= flags & L2_WITHOUT_EPT ? 0 : SECOND_EPT;
    else if (flags & L2_NEEDS_EPT)
        return "VMX has no EPT";
    if (flags & L2_SHADOW_VMCS) {
        if (!(can & SECOND_SHADOW_VMCS))
            return "VMX has no VMCS shadowing";
        second |= SECOND_SHADOW_VMCS;
    }
    const uint64_t *shadow = flags & L2_SHADOW_VMCS ? vmcs_new_shadow((uint64_t)code) : NULL;
    const uint64_t *vmcs = vmcs_new();
    if (!vmcs || !vmptrld(vmcs) || (flags & L2_SHADOW_VMCS && !shadow))
        return no_memory;
    set_unused();
    set_shared_state();
    set_segment(CS, SEGMENT_CODE, 0, UINT32_MAX, RIGHTS_CODE);
    set_segment(TR, SEGMENT_TSS, (uint64_t)&boot_cpu.tss, TSS_LIMIT, RIGHTS_TSS);
    set_table(GDTR, (uint64_t)boot_cpu.gdt);
    set_table(IDTR, idt_pointer.base);
    vmwrite(VMCS_VPID, L2_VPID);
    vmwrite(VMCS_GUEST_RIP, (uint64_t)code);
    if ((second & SECOND_EPT && !set_ept()) || (shadow && !set_shadow(*shadow)))
        return no_memory;
    return set_controls(second) ? NULL : "VMX lacks a control that a guest needs here";
}

const char *l2_start(const uint8_t *code, uint64_t argument, uint32_t reason, unsigned flags)
{
    const char *why = vmx_start();
    if (why)
        return why;
    why = set_up(code, flags);
    if (why) {
        vmx_stop();
        return why;
    }
    intended = reason;
    L2_RUN(l2_launch, 1, argument);
    l2_check();
    return NULL;
}

/* Ends the benchmark with a trap's report; error code: the exit's reason, or the instruction's
 * error number (31.4). */
static _Noreturn void fail(const char *name, uint64_t error)
{
    static struct trap trap;
    trap = (struct trap){.name = name,
                         .error = error,
                         .ip = vmread(VMCS_GUEST_RIP),
                         .address = vmread(VMCS_EXIT_QUALIFICATION),
                         .cpu = this_cpu()->index};
    trap_unhandled(&trap);
}

_Noreturn void l2_entry_failed(void);

_Noreturn void l2_entry_failed(void)
{
    fail("VMLAUNCH or VMRESUME failed", vmread(VMCS_INSTRUCTION_ERROR));
}

void l2_check(void)
{
    uint64_t reason = vmread(VMCS_EXIT_REASON);
    interrupts_enable();
    if (reason == EXIT_EXCEPTION)
        fail("exception in L2", vmread(VMCS_EXIT_EVENT));
    if (reason != intended && reason != EXIT_INTERRUPT)
        fail("unexpected VM exit", reason);
}
