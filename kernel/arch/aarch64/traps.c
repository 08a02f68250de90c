/* Interrupts and exceptions: what follows an entry. */
#include <lib.h>

#include "cpu.h"
#include "gic.h"
#include "probe.h"
#include "timer.h"
#include "virtio_interrupt.h"

struct frame {
    uint64_t x[31];
    uint64_t sp, elr, spsr;
};

_Static_assert(sizeof(struct frame) == FRAME_SIZE, "layout.h");

/* Exception classes, ESR_EL1.EC (Arm ARM, D19, "ESR_EL1"). */
enum { INSTRUCTION_BYTES = 4 };

static const struct {
    unsigned class;
    const char *name;
    bool has_address; /* in FAR_EL1 */
} classes[] = {
    {0x00, "Undefined", false},
    {0x01, "Trapped WFx", false},
    {0x07, "Trapped FP/SIMD", false},
    {0x0d, "Branch target", false},
    {0x0e, "Illegal state", false},
    {0x15, "SVC", false},
    {0x16, "HVC", false},
    {0x17, "SMC", false},
    {0x18, "Trapped MSR/MRS", false},
    {0x19, "Trapped SVE", false},
    {0x21, "Instruction abort", true},
    {0x22, "PC alignment", true},
    {0x25, "Data abort", true},
    {0x26, "SP alignment", false},
    {0x2f, "SError", false},
    {0x31, "Breakpoint", false},
    {0x33, "Software step", false},
    {0x35, "Watchpoint", true},
    {0x3c, "BRK", false},
};

static const char *const asynchronous[] = {"Sync", "IRQ", "FIQ", "SError"};

enum { REGISTERS = 31 };

static void fill_registers(struct trap *trap, const struct frame *f)
{
    static const char *const names[REGISTERS] = {
        "x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",  "x9",  "x10",
        "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21",
        "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "x30",
    };
    for (unsigned i = 0; i < REGISTERS; i++) {
        trap->registers[i].name = names[i];
        trap->registers[i].value = f->x[i];
    }
    trap->registers[REGISTERS].name = "spsr";
    trap->registers[REGISTERS].value = f->spsr;
    trap->registers[REGISTERS + 1].name = "ttbr0";
    trap->registers[REGISTERS + 1].value = read_sysreg(ttbr0_el1);
}

static void describe(struct trap *trap, unsigned entry)
{
    trap->name = asynchronous[entry];
    if (entry == ENTRY_SYNC)
        trap->name = "Exception of an unknown class";
    else if (entry != ENTRY_SERROR)
        return;
    trap->error = read_sysreg(esr_el1);
    trap->vector = trap->error >> 26 & 0x3f;
    for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++)
        if (classes[i].class == trap->vector) {
            trap->name = classes[i].name;
            trap->address = classes[i].has_address ? read_sysreg(far_el1) : 0;
        }
}

static _Noreturn void exception(unsigned entry, const struct frame *f)
{
    static struct trap trap; /* large, and there is one at a time that matters */
    memset(&trap, 0, sizeof trap);
    describe(&trap, entry);
    trap.ip = f->elr;
    trap.sp = f->sp;
    trap.cpu = this_cpu()->index;
    fill_registers(&trap, f);
    trap_unhandled(&trap);
}

/* An instruction that was only tried, and is refused: execution goes on behind it. */
static bool skip_refused(unsigned entry, struct frame *f)
{
    extern const int32_t probes_start[], probes_end[];
    if (entry != ENTRY_SYNC)
        return false;
    for (const int32_t *site = probes_start; site < probes_end; site++) {
        if (f->elr != (uint64_t)site + (uint64_t)(int64_t)*site)
            continue;
        f->x[0] = (uint64_t)PROBE_REFUSED;
        f->elr += INSTRUCTION_BYTES;
        return true;
    }
    return false;
}

/* Returns whether the interrupt was one that we asked for. */
static bool interrupt(void)
{
    uint32_t acknowledged = gic_acknowledge();
    uint32_t id = gic_id_of(acknowledged);
    if (id == GIC_CALL) {
        calls_answer(this_cpu()->index);
        gic_end(acknowledged);
    } else if (id == timer_interrupt()) {
        alarm_stop();
        gic_end(acknowledged); /* first: the handler may not come back */
        timer_alarm_expired();
    } else if (id >= GIC_MESSAGES) {
        virtio_interrupt_came(id);
        gic_end(acknowledged); /* also of one that no benchmark waits for any more */
    } else if (id < GIC_SPURIOUS) {
        gic_end(acknowledged);
        return virtio_interrupt_came(id);
    }
    return true;
}

void trap_dispatch(uint64_t vector, struct frame *f);

void trap_dispatch(uint64_t vector, struct frame *f)
{
    unsigned entry = vector % 4;
    if (entry == ENTRY_IRQ && gic_present() && interrupt())
        return;
    if (!skip_refused(entry, f))
        exception(entry, f);
}
