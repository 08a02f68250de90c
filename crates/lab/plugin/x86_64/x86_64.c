#include "../arch.h"
#include "../memory.h"
#include "code.h"
#include "events.h"
#include "injection.h"
#include "paravirtual.h"
#include "processor.h"
#include "reads.h"
#include "svm.h"
#include "vectors.h"
#include "xsetbv.h"

static const char *lacks(void)
{
    if (!x86_is_known())
        return "this QEMU does not say where it keeps an x86 processor's state, or in a way that "
               "nobody knows";
    return memory_is_readable() ? NULL : "this QEMU lets nobody read the machine's memory";
}

static void mend(const struct block *block, size_t index)
{
    injection_mend(block, index);
    reads_mend(block, index);
    xsetbv_mend(block, index);
}

static bool is_user(void) { return x86_is_user() && !paravirtual_is_kernel(); }

static void hook(const struct block *block, size_t index)
{
    svm_hook(block, index);
    paravirtual_hook(block, index);
}

static bool handles_interrupts(uint64_t address) { return vector_at(address) >= EXTERNAL; }

static const struct arch x86_64 = {.target = "x86_64",
                                   .lacks = lacks,
                                   .is_proved = x86_is_proved,
                                   .is_user = is_user,
                                   .kind = x86_kind,
                                   .handles_interrupts = handles_interrupts,
                                   .marks = x86_marks,
                                   .watch = events_watch,
                                   .hook = hook,
                                   .mend = mend};

ARCH(x86_64);
