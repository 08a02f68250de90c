#include "aborts.h"

#include <stdlib.h>

enum { ENTRIES = 64 };

/* Of a block, what is needed to tell how far it has come. */
struct extent {
    uint64_t *executed; /* where its instructions are counted */
    uint64_t start;     /* address */
    uint16_t count;
    uint16_t ends[]; /* of its instructions, behind the start */
};

static const struct extent *last; /* the block that runs; NULL when it is settled */
static uint64_t before;           /* what had been counted when it began */

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

/* Whether the last block's last instruction was aborted, when the processor goes on at `next`. In
 * its middle it is interrupted by faults alone, and by QEMU itself, which then goes on with the
 * next instruction, or with the same one where the code has changed. At its end it may also have
 * jumped there, or an interrupt has come, so that only a known place tells a fault. */
static bool is_aborted(uint64_t next)
{
    uint64_t done = *last->executed - before;
    if (done == 0 || done > last->count)
        return false;
    if (done == last->count)
        return is_entry(next);
    if (next == last->start + last->ends[done - 1])
        return false;
    uint64_t itself = last->start + (done > 1 ? last->ends[done - 2] : 0);
    if (next != itself)
        learn(next);
    return true;
}

static void begins(unsigned cpu, void *extent)
{
    (void)cpu;
    const struct extent *this = extent;
    if (last && is_aborted(this->start))
        --*last->executed;
    last = this;
    before = *this->executed;
}

void aborts_settled(void) { last = NULL; }

void aborts_watch(const struct block *block, uint64_t *executed)
{
    size_t count = qemu_plugin_tb_n_insns(block);
    struct extent *extent = malloc(sizeof *extent + count * sizeof *extent->ends);
    if (!extent || !count)
        return;
    *extent = (struct extent){.executed = executed, .count = (uint16_t)count};
    for (size_t i = 0; i < count; i++) {
        const struct instruction *instruction = qemu_plugin_tb_get_insn(block, i);
        uint64_t address = qemu_plugin_insn_vaddr(instruction);
        if (i == 0)
            extent->start = address;
        extent->ends[i] = (uint16_t)(address + qemu_plugin_insn_size(instruction) - extent->start);
    }
    qemu_plugin_register_vcpu_insn_exec_cb(qemu_plugin_tb_get_insn(block, 0), begins, NO_REGISTERS,
                                           extent);
}
