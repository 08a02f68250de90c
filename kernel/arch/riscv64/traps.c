/* Interrupts and exceptions. Privileged specification 20240411, scause: table 10.1.1. */
#include "traps.h"

#include <lib.h>

#include "cpu.h"
#include "csr.h"
#include "ipi.h"
#include "timer.h"
#include "virtio_interrupt.h"

struct frame {
    uint64_t sepc;
    uint64_t x[31]; /* x1 to x31 */
    uint64_t sstatus;
};

_Static_assert(__builtin_offsetof(struct frame, sstatus) == FRAME_SSTATUS, "frame layout");

#define INTERRUPT (1ULL << 63)

extern const uint8_t trap_entry[], trap_saved[];

static uint64_t boot_sstatus;

void traps_init(void) { boot_sstatus = csr_read(sstatus); }

void traps_repair(void)
{
    csr_write(sstatus, boot_sstatus);
    csr_write(stvec, (uint64_t)trap_entry);
}

enum { ILLEGAL_INSTRUCTION = 2, BREAKPOINT = 3 };

static const char *exception_name(uint64_t cause)
{
    static const char *const names[] = {
        "instruction address misaligned",
        "instruction access fault",
        "illegal instruction",
        "breakpoint",
        "load address misaligned",
        "load access fault",
        "store address misaligned",
        "store access fault",
        "ecall from user mode",
        "ecall from supervisor mode",
        "exception 10",
        "exception 11",
        "instruction page fault",
        "load page fault",
        "exception 14",
        "store page fault",
    };
    if (cause & INTERRUPT)
        return "unexpected interrupt";
    return cause < sizeof names / sizeof *names ? names[cause] : "unknown exception";
}

static const char *const register_names[31] = {
    "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0", "a1",
    "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5", "s6",
    "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
};

static void fill_registers(struct trap *trap, const struct frame *f)
{
    unsigned count = 0;
    for (; count < 31; count++) {
        trap->registers[count].name = register_names[count];
        trap->registers[count].value = f->x[count];
    }
    trap->registers[count].name = "sstatus";
    trap->registers[count++].value = f->sstatus;
    trap->registers[count].name = "satp";
    trap->registers[count].value = csr_read(satp);
}

/* Whether the trap came while the one before it was being saved. */
static bool stack_was_lost(const struct frame *f)
{
    return f->sepc - (uint64_t)trap_entry < (uint64_t)(trap_saved - trap_entry);
}

/* stval holds an address, or for an illegal instruction the instruction itself: that is
 * reported as the error code. */
static _Noreturn void exception(const struct frame *f, uint64_t cause)
{
    uint64_t value = csr_read(stval);
    bool instruction = cause == ILLEGAL_INSTRUCTION;
    static struct trap trap; /* large for a stack that may be nearly full */
    trap = (struct trap){
        .name = stack_was_lost(f) ? "trap without a stack" : exception_name(cause),
        .vector = (unsigned)cause,
        .error = instruction ? value : 0,
        .ip = f->sepc,
        .sp = f->x[1],
        .address = instruction || cause == BREAKPOINT ? 0 : value,
        .cpu = this_cpu()->index,
    };
    fill_registers(&trap, f);
    trap_unhandled(&trap);
}

void trap_dispatch(const struct frame *f);

/* An IPI is acknowledged before it is answered: the caller may send the next as soon as the
 * answer has begun. */
void trap_dispatch(const struct frame *f)
{
    uint64_t cause = csr_read(scause);
    switch (cause) {
    case INTERRUPT | IRQ_SOFTWARE:
        csr_clear(sip, 1 << IRQ_SOFTWARE);
        calls_answer(this_cpu()->index);
        return;
    case INTERRUPT | IRQ_EXTERNAL:
        if (ipi_claim())
            calls_answer(this_cpu()->index);
        else
            virtio_interrupt_came();
        return;
    case INTERRUPT | IRQ_TIMER:
        alarm_expired();
        return;
    default:
        exception(f, cause);
    }
}
