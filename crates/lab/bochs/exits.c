#include "exits.h"

#include <stddef.h>

#include "counts.h"
#include "state.h"

/* Intel SDM vol. 3D, appendix C, "Basic Exit Reasons". */
enum { EVENT = 0, CR = 28, DR = 29, IO = 30 };

static const char *const names[] = {
    [1] = "intr",
    [2] = "triple_fault",
    [3] = "init",
    [4] = "sipi",
    [5] = "io_smi",
    [6] = "smi",
    [7] = "interrupt_window",
    [8] = "nmi_window",
    [9] = "task_switch",
    [10] = "cpuid",
    [11] = "getsec",
    [12] = "hlt",
    [13] = "invd",
    [14] = "invlpg",
    [15] = "rdpmc",
    [16] = "rdtsc",
    [17] = "rsm",
    [18] = "hypercall",
    [19] = "vmclear",
    [20] = "vmlaunch",
    [21] = "vmptrld",
    [22] = "vmptrst",
    [23] = "vmread",
    [24] = "vmresume",
    [25] = "vmwrite",
    [26] = "vmxoff",
    [27] = "vmxon",
    [31] = "msr_read",
    [32] = "msr_write",
    [36] = "mwait",
    [37] = "monitor_trap",
    [39] = "monitor",
    [40] = "pause",
    [43] = "tpr_threshold",
    [44] = "apic_access",
    [45] = "eoi",
    [46] = "gdtr_idtr",
    [47] = "ldtr_tr",
    [48] = "ept_violation",
    [49] = "ept_misconfiguration",
    [50] = "invept",
    [51] = "rdtscp",
    [52] = "preemption_timer",
    [53] = "invvpid",
    [54] = "wbinvd",
    [55] = "xsetbv",
    [56] = "apic_write",
    [57] = "rdrand",
    [58] = "invpcid",
    [59] = "vmfunc",
    [61] = "rdseed",
    [62] = "pml_full",
    [63] = "xsaves",
    [64] = "xrstors",
};

/* Table 28-3: which register, and what is done to it; CLTS and LMSW write CR0. */
static const char *cr_name(uint64_t qualification)
{
    enum { WRITE, READ, ACCESSES, REGISTERS = 16 };
    static const char *const registers[ACCESSES][REGISTERS] = {
        [WRITE] = {[0] = "cr0_write", [3] = "cr3_write", [4] = "cr4_write", [8] = "cr8_write"},
        [READ] = {[3] = "cr3_read", [8] = "cr8_read"},
    };
    unsigned access = qualification >> 4 & 3, which = qualification & 15;
    if (access >= ACCESSES)
        return "cr0_write";
    const char *name = registers[access][which];
    return name ? name : "other";
}

/* Vol. 3C, table 25-17, "Format of the VM-Exit Interruption Information". */
static uint32_t event(unsigned processor)
{
    enum { INFORMATION = 0x4404 };
    return control_field(processor, INFORMATION);
}

static bool event_is_nmi(unsigned processor)
{
    enum { TYPE = 0x700, NMI = 0x200 };
    return (event(processor) & TYPE) == NMI;
}

static const char *event_name(unsigned processor)
{
    enum { VECTOR = 0xff, PAGE_FAULT = 14 };
    if (event_is_nmi(processor))
        return "nmi";
    uint32_t vector = event(processor) & VECTOR;
    return vector == PAGE_FAULT ? "pf" : numbered_reason("exception_%u", vector);
}

const char *exit_name(unsigned processor, uint32_t reason, uint64_t qualification)
{
    uint16_t basic = (uint16_t)reason;
    switch (basic) {
    case EVENT:
        return event_name(processor);
    case CR:
        return cr_name(qualification);
    case DR: /* table 28-4 */
        return qualification & 0x10 ? "dr_read" : "dr_write";
    case IO: /* table 28-5 */
        return qualification & 8 ? "io_in" : "io_out";
    default:
        break;
    }
    const char *name = basic < sizeof names / sizeof *names ? names[basic] : NULL;
    return name ? name : numbered_reason("vmx_%u", basic);
}

/* Section 26.1 tells interrupts, windows and timers from what instructions cause; accesses to a
 * virtual APIC are completed before (30.1.3). */
bool exit_is_behind(unsigned processor, uint32_t reason)
{
    enum { INTERRUPT = 1, INIT = 3, SIPI, IO_SMI, SMI, INTERRUPT_WINDOW, NMI_WINDOW };
    enum { MONITOR_TRAP = 37, TPR_THRESHOLD = 43, EOI = 45, TIMER = 52, APIC_WRITE = 56 };
    switch ((uint16_t)reason) {
    case EVENT:
        return event_is_nmi(processor);
    case INTERRUPT:
    case INIT:
    case SIPI:
    case IO_SMI:
    case SMI:
    case INTERRUPT_WINDOW:
    case NMI_WINDOW:
    case MONITOR_TRAP:
    case TPR_THRESHOLD:
    case EOI:
    case TIMER:
    case APIC_WRITE:
        return true;
    default:
        return false;
    }
}
