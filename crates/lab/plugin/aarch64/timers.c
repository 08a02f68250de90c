/*
 * EL2's timers behind a kept state. QEMU keeps their registers with it, but of what is due only
 * EL1's (target/arm/machine.c, gt_timer), so that a Linux with VHE waits for its next tick for
 * ever. When the first block is translated, they are set by their registers, as at a write of
 * these.
 */
#include "timers.h"

#include "../registers.h"

/* QEMU, target/arm/internals.h; include/qemu/main-loop.h, by its names before and since 9.0. */
void arm_gt_htimer_cb(void *) __attribute__((weak));
void arm_gt_hvtimer_cb(void *) __attribute__((weak));
void qemu_mutex_lock_iothread_impl(const char *, int) __attribute__((weak));
void qemu_mutex_unlock_iothread(void) __attribute__((weak));
void bql_lock_impl(const char *, int) __attribute__((weak));
void bql_unlock(void) __attribute__((weak));

bool timers_are_known(void)
{
    bool has_lock = (bql_lock_impl && bql_unlock) ||
                    (qemu_mutex_lock_iothread_impl && qemu_mutex_unlock_iothread);
    return has_lock && arm_gt_htimer_cb && arm_gt_hvtimer_cb;
}

/* QEMU's devices, which may hear of a timer, are behind one lock. */
static void lock(void)
{
    (bql_lock_impl ? bql_lock_impl : qemu_mutex_lock_iothread_impl)(__FILE__, __LINE__);
}

static void unlock(void) { (bql_unlock ? bql_unlock : qemu_mutex_unlock_iothread)(); }

void timers_go_on(const struct block *block, size_t index)
{
    (void)block, (void)index;
    static bool go_on;
    if (go_on)
        return;
    go_on = true;
    lock();
    for (int i = 0; i < machine_processors(); i++) {
        void *processor = qemu_get_cpu(i);
        arm_gt_htimer_cb(processor);
        arm_gt_hvtimer_cb(processor);
    }
    unlock();
}
