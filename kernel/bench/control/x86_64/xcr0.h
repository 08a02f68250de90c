/* XCR0 can be reached while CR4.OSXSAVE is set. */
#ifndef XCR0_H
#define XCR0_H

#include <hyperbench.h>

#include "x86.h"

static uint64_t xcr0_saved_cr4;

static const char *xcr0_open(void)
{
    if (!(cpuid(1, 0).ecx & 1 << 26))
        return "the CPU has no XSAVE";
    xcr0_saved_cr4 = read_cr4();
    write_cr4(xcr0_saved_cr4 | CR4_OSXSAVE);
    return NULL;
}

static void xcr0_close(void) { write_cr4(xcr0_saved_cr4); }

#endif
