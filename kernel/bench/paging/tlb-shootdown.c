/* After a change of a live page-table entry, as kernels do on x86 and RISC-V (Arm can
 * broadcast the flush): a flush here, and an IPI to each of the other CPUs, which spin with
 * interrupts on, flush the page and answer. Where virtual CPUs do not all run, the sender
 * waits for those that do not. The variants have so many of the other CPUs take part, the rest
 * halted: a curve by their number. */
#include <others.h>

#include "page.h"

static const char *init(void)
{
    others_spin();
    return page_make(ACCESS_READ);
}

static void flush(void *p) { mmu_flush_page(((const struct page *)p)->va); }

static inline void shoot_down(unsigned count, struct page *p)
{
    entry_set(*p, p->open);
    on_others(count, flush, p);
}

TIMED_CALL(unsigned count = others(), , shoot_down(count, &page), count)

#define FLUSHES .path = PATH_INTERRUPT, .exits = EXITS_VARY, .init = init, .cleanup = others_halt

BENCHMARK(.summary = "Have all CPUs, running, drop their translation of one page", .cpus = 2,
          FLUSHES);
VARIANTS_BY_CPUS("Drop the translation of one page here and on", FLUSHES);
