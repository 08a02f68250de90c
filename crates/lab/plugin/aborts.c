#include "aborts.h"

#include <stdlib.h>

#include "extent.h"
#include "trace.h"
#include "turns.h"

enum { ENTRIES = 64 };

/* What a processor executes. */
struct flow {
    struct extent *last; /* the block that runs */
    bool is_settled;     /* how it ended is known */
    uint64_t before;     /* what had been counted when it began */
    uint64_t done;       /* of its instructions, while it is another processor's turn */
    uint64_t first;      /* of its instructions, the first one in the window */
};
static struct flow flows[PROCESSORS], *flow = flows;

static bool in_window;
static const struct arch *arch;

/* Where the processor goes on after faults, as far as they have been seen. */
static uint64_t entries[ENTRIES];

static bool is_entry(uint64_t address)
{
    for (int i = 0; i < ENTRIES && entries[i]; i++)
        if (entries[i] == address)
            return true;
    return false;
}

static void learn(uint64_t address)
{
    for (int i = 0; i < ENTRIES && entries[i] != address; i++)
        if (!entries[i]) {
            entries[i] = address;
            return;
        }
}

/* Instructions of the last block that have begun. */
static uint64_t begun(void) { return *flow->last->executed - flow->before; }

/* The same of a processor whose turn it may not be. */
static uint64_t begun_of(const struct flow *of) { return of == flow ? begun() : of->done; }

static bool handles_interrupts(uint64_t address)
{
    return arch->handles_interrupts && arch->handles_interrupts(address);
}

/* Where the instruction is that has begun last. */
static uint64_t last_begun(void)
{
    uint64_t done = begun();
    return flow->last->start + (done > 1 ? flow->last->instructions[done - 2].end : 0);
}

/* Whether the last block's last instruction was aborted, when the processor goes on at `next`. In
 * its middle it is interrupted by faults alone, and by QEMU itself, which then goes on with the
 * next instruction, with the same one where the code has changed, or where an interrupt that waits
 * is handled. At its end it may also have
 * jumped there, or an interrupt has come, so that only a known place tells a fault. */
static bool is_aborted(uint64_t next)
{
    const struct extent *last = flow->last;
    uint64_t done = begun();
    if (done == 0 || done > last->count)
        return false;
    if (done == last->count)
        return is_entry(next);
    if (next == last->start + last->instructions[done - 1].end)
        return false;
    if (next != last_begun() && !is_entry(next) && !handles_interrupts(next))
        learn(next);
    return true;
}

static void begins(unsigned cpu, void *extent)
{
    (void)cpu;
    struct extent *this = extent;
    turns_now();
    if (flow->last) {
        if (!flow->is_settled && is_aborted(this->start))
            --*flow->last->executed;
        if (in_window)
            trace_step(flow->last, (unsigned)flow->first, (unsigned)begun());
    }
    flow->is_settled = false;
    flow->last = this;
    flow->before = *this->executed;
    flow->first = 0;
}

void aborts_settled(bool is_aborted)
{
    turns_now();
    if (is_aborted && flow->last)
        --*flow->last->executed;
    flow->is_settled = true;
}

void aborts_trapped(uint64_t at, bool is_aborted)
{
    turns_now();
    bool has_begun = flow->last && begun() && begun() <= flow->last->count && at == last_begun();
    aborts_settled(is_aborted && has_begun);
}

void aborts_edge(bool opens)
{
    in_window = opens;
    for (struct flow *of = flows; of < flows + PROCESSORS; of++) {
        if (!of->last)
            continue;
        trace_turn((unsigned)(of - flows));
        if (!opens)
            trace_step(of->last, (unsigned)of->first, (unsigned)begun_of(of));
        of->first = begun_of(of);
    }
    trace_turn((unsigned)(flow - flows));
}

/* What the others execute until it goes on is not of its block. */
void aborts_turn(unsigned processor)
{
    if (flow->last)
        flow->done = begun();
    flow = &flows[processor];
    trace_turn(processor);
    if (flow->last)
        flow->before = *flow->last->executed - flow->done;
}

void aborts_watch(const struct block *block, enum world world, uint64_t *executed,
                  const struct arch *of)
{
    arch = of;
    size_t count = qemu_plugin_tb_n_insns(block);
    struct extent *extent = malloc(sizeof *extent + count * sizeof *extent->instructions);
    if (!extent || !count)
        return;
    *extent = (struct extent){.executed = executed,
                              .start = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(block, 0)),
                              .world = (uint8_t)world,
                              .count = (uint16_t)count};
    for (size_t i = 0; i < count; i++) {
        const struct instruction *instruction = qemu_plugin_tb_get_insn(block, i);
        uint64_t end = qemu_plugin_insn_vaddr(instruction) + qemu_plugin_insn_size(instruction);
        extent->instructions[i].end = (uint16_t)(end - extent->start);
        extent->instructions[i].zero = 0;
        struct code code = instruction_code(instruction);
        extent->instructions[i].kind = (uint8_t)arch->kind(&code);
    }
    qemu_plugin_register_vcpu_insn_exec_cb(qemu_plugin_tb_get_insn(block, 0), begins, NO_REGISTERS,
                                           extent);
}
