/* So a snapshot is restored, besides its memory: what the CPU and the interrupt controllers have is
 * saved, another machine with the same memory is created and given it, and the guest goes on there,
 * to its next instruction: what is not touched by then is not yet mapped. */
#include "apic.h"
#include "host.h"

enum { KERNEL_GS_BASE = 0xc0000102, SPURIOUS = 0xf0, MARK = 0x5afe };

/* Of each kind of state something that a new CPU does not have. */
static struct state {
    uint64_t cr3, cr4, base, debug, spurious;
} before;

static struct state state(void)
{
    struct state now = {.cr3 = read_cr3(),
                        .cr4 = read_cr4(),
                        .base = rdmsr(KERNEL_GS_BASE),
                        .spurious = apic_read(SPURIOUS)};
    asm volatile("mov %%dr0, %0" : "=r"(now.debug));
    return now;
}

static void set_marks(uint64_t mark)
{
    wrmsr(KERNEL_GS_BASE, mark);
    asm volatile("mov %0, %%dr0" : : "r"(mark));
}

static void arrange(void)
{
    host_do(HOST_NOTHING, 0, 0); /* ends the machine before */
    if (operand == HOST_NOTHING)
        host_do(HOST_CREATE, 0, 0);
    set_marks(MARK);
    before = state();
    host_ask((enum host_verb)operand, 0, 0);
}

static void check(uint64_t n)
{
    (void)n;
    host_answer();
    struct state now = state();
    if (__builtin_memcmp(&now, &before, sizeof now) != 0)
        fail("the CPU has other registers than before: CR3 %#lx, debug %#lx, base %#lx", now.cr3,
             now.debug, now.base);
}

static void cleanup(void)
{
    host_cleanup();
    set_marks(0);
}

static const char *init(void)
{
    const char *reason = host_open(KIND_SMALL, PAGE_2M / PAGE_4K);
    return reason ? reason : host_try((enum host_verb)operand, 0);
}

TIMED_HOST_REQUEST

#define MACHINE(id, suffix, text, verb, n)                                                  \
    VARIANT(id, suffix, .summary = text, .path = PATH_MONITOR, .exits = n, .operand = verb, \
            .init = init, .prepare = host_prepare, .cleanup = cleanup, .once = true)

MACHINE(save, "-save", "Save what a machine is besides its memory", HOST_SAVE, 1);
MACHINE(create, "-create", "Create a machine with one CPU", HOST_CREATE, 1);
MACHINE(end, "-end", "End a machine with one CPU", HOST_NOTHING, 1);
MACHINE(restore, "-restore", "Go on in a machine made of what is saved", HOST_RESTORE, EXITS_VARY);
