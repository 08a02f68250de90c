/* Changes a live page-table entry and has all CPUs forget the one before: a flush here, and an IPI
 * to each of the other CPUs, which flush the page and answer, until the last has. The others are
 * running (spinning with interrupts on). It is the way that kernels go on x86 and on RISC-V; Arm
 * can broadcast the flush itself. Where virtual CPUs do not all run, the sender waits for those
 * that do not. */
#include "page.h"

static const char *init(void)
{
    others_set_idle(IDLE_SPIN);
    return page_make(ACCESS_READ);
}

static void cleanup(void) { others_set_idle(IDLE_HALT); }

static void flush(void *p) { mmu_flush_page(((const struct page *)p)->va); }

static inline void shoot_down(struct page *p)
{
    entry_set(*p, p->open);
    on_others(flush, p);
}

TIMED_CALL(struct page *p = &page, , shoot_down(p), p)

BENCHMARK(.summary = "Have all CPUs, running, drop their translation of one page",
          .path = PATH_INTERRUPT, .exits = EXITS_VARY, .cpus = 2, .init = init, .cleanup = cleanup);
