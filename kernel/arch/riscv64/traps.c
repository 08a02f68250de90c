/* Interrupts and exceptions. Privileged specification 20240411, scause: table 10.1.1. */
#include "traps.h"

#include <lib.h>

#include "cpu.h"
#include "csr.h"
#include "ipi.h"
#include "smp.h"
#include "timer.h"

struct frame {
    uint64_t sepc;
    uint64_t x[31]; /* x1 to x31 */
    uint64_t sstatus;
};

_Static_assert(__builtin_offsetof(struct frame, sstatus) == FRAME_SSTATUS, "frame layout");

#define INTERRUPT (1ULL << 63)

extern const uint8_t trap_entry[];

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

/* stval holds an address, or for an illegal instruction the instruction itself: that is
 * reported as the error code. */
static _Noreturn void exception(const struct frame *f, uint64_t cause)
{
    uint64_t value = csr_read(stval);
    bool instruction = cause == ILLEGAL_INSTRUCTION;
    const uint64_t *x = f->x - 1; /* x[n] is register xn */
    static struct trap trap;      /* large for a stack that may be nearly full */
    trap = (struct trap){
        .name = exception_name(cause),
        .vector = (unsigned)cause,
        .error = instruction ? value : 0,
        .ip = f->sepc,
        .sp = x[2],
        .address = instruction || cause == BREAKPOINT ? 0 : value,
        .cpu = this_cpu()->index,
        .registers = {{"ra", x[1]},   {"gp", x[3]},   {"tp", x[4]},   {"t0", x[5]},
                      {"t1", x[6]},   {"t2", x[7]},   {"s0", x[8]},   {"s1", x[9]},
                      {"a0", x[10]},  {"a1", x[11]},  {"a2", x[12]},  {"a3", x[13]},
                      {"a4", x[14]},  {"a5", x[15]},  {"a6", x[16]},  {"a7", x[17]},
                      {"s2", x[18]},  {"s3", x[19]},  {"s4", x[20]},  {"s5", x[21]},
                      {"s6", x[22]},  {"s7", x[23]},  {"s8", x[24]},  {"s9", x[25]},
                      {"s10", x[26]}, {"s11", x[27]}, {"t3", x[28]},  {"t4", x[29]},
                      {"t5", x[30]},  {"t6", x[31]},  {"sstatus", f->sstatus},
                      {"scause", cause}, {"stval", value}, {"satp", csr_read(satp)}},
    };
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
        smp_answer_call();
        return;
    case INTERRUPT | IRQ_EXTERNAL:
        if (ipi_claim())
            smp_answer_call();
        return;
    case INTERRUPT | IRQ_TIMER:
        alarm_expired();
        return;
    default:
        exception(f, cause);
    }
}
