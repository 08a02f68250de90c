/* Process-context identifiers, on while a benchmark runs (Intel SDM 3, 4.10.1). */
#ifndef PCID_H
#define PCID_H

#include <hyperbench.h>

#include "x86.h"

static uint64_t pcid_saved_cr4;

static const char *pcid_open(void)
{
    if (!(cpuid(1, 0).ecx & 1 << 17))
        return "the CPU has no PCIDs";
    pcid_saved_cr4 = read_cr4();
    write_cr4(pcid_saved_cr4 | CR4_PCIDE); /* CR3 names context 0: its low bits are clear */
    return NULL;
}

static void pcid_close(void) { write_cr4(pcid_saved_cr4); }

#endif
