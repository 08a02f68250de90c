#include "svm.h"

#include <lib.h>
#include <posih.h>

#include "paging.h"
#include "x86.h"

_Static_assert(offsetof(struct vmcb, next_ip) == 0xc8, "APM 2, table B-1");
_Static_assert(offsetof(struct vmcb, rip) == 0x578, "APM 2, table B-2");
_Static_assert(offsetof(struct vmcb, pat) == 0x668, "APM 2, table B-2");
_Static_assert(sizeof(struct vmcb) == PAGE_4K, "APM 2, 15.5.1");

enum {
    MSR_PAT = 0x277,
    EFER_SVME = 1 << 12,
    VM_CR_DISABLED = 1 << 4,
    LEAF_SVM = 0x8000000a,
    LEAF_SIZES = 0x80000008,
    HAS_NESTED_PAGING = 1 << 0,
};
#define MSR_VM_CR 0xc0010114
#define MSR_VM_HSAVE_PA 0xc0010117

/* Intercepts that take L2 back to us whatever it does: interrupts, NMI, INIT, shutdown; VMRUN,
 * VMMCALL, VMLOAD, VMSAVE, STGI, CLGI and SKINIT; and every exception, of which number 2 is none.
 */
#define ALWAYS1 (1U << 0 | 1U << 1 | 1U << 3 | 1U << 31)
#define ALWAYS2 0x7fU
#define EXCEPTIONS (~(1U << 2))

/* With this the interrupt flag of the host, and not of L2, decides on interrupts. */
#define VIRTUAL_INTERRUPT_MASKING (1ULL << 24)

enum { IO_MAP_SIZE = 3 * PAGE_4K, MSR_MAP_SIZE = 2 * PAGE_4K };

struct vmcb *svm_vmcb;

static bool on;
static uint64_t expected_exit, old_efer, old_host_save;

static const char *missing(void)
{
    if (cpuid(0x80000000, 0).eax < LEAF_SVM || !(cpuid(0x80000001, 0).ecx & 1 << 2))
        return "the CPU has no SVM";
    return rdmsr(MSR_VM_CR) & VM_CR_DISABLED ? "the firmware has turned SVM off" : NULL;
}

static void *filled(uint64_t size, int byte)
{
    void *memory = heap_alloc(size, PAGE_4K);
    if (memory)
        memset(memory, byte, size);
    return memory;
}

/* Code and data as the kernel has them: 64 bits, flat (APM 2, 15.5.1 and table 4-3). */
static void fill_segments(struct vmcb *vmcb)
{
    static const struct svm_segment data = {0, 0xc93, UINT32_MAX, 0};
    vmcb->cs = (struct svm_segment){SEGMENT_CODE, 0xa9b, UINT32_MAX, 0};
    vmcb->ss = vmcb->ds = vmcb->es = data;
}

static void fill(struct vmcb *vmcb, const void *entry)
{
    vmcb->intercept_exceptions = EXCEPTIONS;
    vmcb->intercept1 = ALWAYS1;
    vmcb->intercept2 = ALWAYS2;
    vmcb->asid = SVM_ASID;
    vmcb->virtual_interrupt = VIRTUAL_INTERRUPT_MASKING;
    vmcb->exit_code = expected_exit;
    fill_segments(vmcb);
    vmcb->efer = rdmsr(MSR_EFER);
    asm volatile("mov %%cr0, %0" : "=r"(vmcb->cr0));
    asm volatile("mov %%cr4, %0" : "=r"(vmcb->cr4));
    vmcb->cr3 = paging_root();
    vmcb->dr6 = 0xffff0ff0;
    vmcb->dr7 = 0x400;
    vmcb->pat = rdmsr(MSR_PAT);
    vmcb->rflags = 2;
    vmcb->rip = (uint64_t)entry;
}

const char *svm_start(const void *entry, uint64_t exit_code)
{
    const char *reason = missing();
    if (reason)
        return reason;
    struct vmcb *vmcb = filled(sizeof *vmcb, 0);
    void *host_save = filled(PAGE_4K, 0);
    void *io_map = filled(IO_MAP_SIZE, 0xff), *msr_map = filled(MSR_MAP_SIZE, 0xff);
    if (!vmcb || !host_save || !io_map || !msr_map)
        return "not enough memory for a VMCB and its maps";
    old_efer = rdmsr(MSR_EFER);
    old_host_save = rdmsr(MSR_VM_HSAVE_PA);
    wrmsr(MSR_EFER, old_efer | EFER_SVME); /* #GP where a hypervisor shows SVM and has none */
    on = true;
    wrmsr(MSR_VM_HSAVE_PA, (uint64_t)host_save);
    expected_exit = exit_code;
    fill(vmcb, entry);
    vmcb->io_map = (uint64_t)io_map;
    vmcb->msr_map = (uint64_t)msr_map;
    svm_vmcb = vmcb;
    return NULL;
}

static void stgi(void) { asm volatile("stgi" : : : "memory"); }

void svm_stop(void)
{
    if (!on)
        return;
    on = false;
    stgi();
    wrmsr(MSR_VM_HSAVE_PA, old_host_save);
    wrmsr(MSR_EFER, old_efer);
}

const char *svm_try(void)
{
    static char text[96];
    asm volatile("vmrun %%rax" : : "a"(svm_vmcb) : "rbx", "rcx", "rdx", "rsi", "rdi", "memory");
    stgi();
    if (svm_vmcb->exit_code == expected_exit)
        return NULL;
    format(text, sizeof text, "L2 exits with code 0x%lx where 0x%lx is expected",
           svm_vmcb->exit_code, expected_exit);
    svm_stop();
    return text;
}

/* An exception that L2 ran into is ours, too: it ends the benchmark in the same way. */
static _Noreturn void unexpected(void)
{
    static struct trap trap;
    trap = (struct trap){.name = "unexpected exit of L2",
                         .vector = (unsigned)svm_vmcb->exit_code,
                         .error = svm_vmcb->exit_code,
                         .ip = svm_vmcb->rip,
                         .sp = svm_vmcb->rsp,
                         .address = svm_vmcb->exit_info2};
    trap_unhandled(&trap);
}

/* An alarm that came meanwhile goes off at STGI, and does not come back. */
void svm_timed(void (*loop)(uint64_t), uint64_t n)
{
    loop(n);
    stgi();
    if (svm_vmcb->exit_code != expected_exit)
        unexpected();
}

/* ---- nested paging ---- */

enum { ENTRIES = 512, PAGE_TABLE = 7 /* present, writable, user */, PAGE_LARGE = 0x87 };
enum { IDENTITY_GIGABYTES = 4, TOUCHED_SLOT = SVM_TOUCHED >> 30 };

static uint64_t *touched; /* entries of the page tables for what L2 touches, one after another */
static uint64_t touched_page;

/* A directory of 2 MiB pages from `address` on. */
static uint64_t *large_pages(uint64_t address)
{
    uint64_t *directory = filled(PAGE_4K, 0);
    for (uint64_t i = 0; directory && i < ENTRIES; i++)
        directory[i] = (address + i * PAGE_2M) | PAGE_LARGE;
    return directory;
}

/* A root of four levels with memory below 4 GiB as it is, and `directory` at SVM_TOUCHED. */
static uint64_t root_with(const uint64_t *directory)
{
    uint64_t *root = filled(PAGE_4K, 0), *third = filled(PAGE_4K, 0);
    if (!root || !third || !directory)
        return 0;
    root[0] = (uint64_t)third | PAGE_TABLE;
    for (uint64_t i = 0; i < IDENTITY_GIGABYTES; i++) {
        uint64_t *gigabyte = large_pages(i * PAGE_1G);
        if (!gigabyte)
            return 0;
        third[i] = (uint64_t)gigabyte | PAGE_TABLE;
    }
    third[TOUCHED_SLOT] = (uint64_t)directory | PAGE_TABLE;
    return (uint64_t)root;
}

static uint64_t *touched_directory(uint64_t pages, bool mapped)
{
    uint64_t *directory = filled(PAGE_4K, 0);
    touched = filled(align_up(pages * sizeof *touched, PAGE_4K), 0);
    touched_page = (uint64_t)filled(PAGE_4K, 0);
    if (!directory || !touched || !touched_page)
        return NULL;
    for (uint64_t i = 0; i < pages; i++) {
        directory[i / ENTRIES] = (uint64_t)(touched + i / ENTRIES * ENTRIES) | PAGE_TABLE;
        if (mapped)
            touched[i] = touched_page | PAGE_TABLE;
    }
    return directory;
}

const char *svm_nested_paging(uint64_t pages, bool mapped)
{
    if (!(cpuid(LEAF_SVM, 0).edx & HAS_NESTED_PAGING))
        return "the CPU's SVM has no nested paging";
    if (SVM_TOUCHED >> (cpuid(LEAF_SIZES, 0).eax & 0xff))
        return "the CPU's physical addresses are too short";
    svm_vmcb->nested_paging = 1;
    svm_vmcb->nested_root = root_with(touched_directory(pages, mapped));
    svm_vmcb->cr3 = root_with(large_pages(SVM_TOUCHED));
    return svm_vmcb->nested_root && svm_vmcb->cr3 ? NULL : "not enough memory for page tables";
}

void svm_map_touched(void)
{
    touched[(svm_vmcb->exit_info2 - SVM_TOUCHED) / PAGE_4K] = touched_page | PAGE_TABLE;
}
