/* SYSCALL and SYSRET, set up while a benchmark runs. */
#ifndef SYSCALL_H
#define SYSCALL_H

#include <hyperbench.h>

#include "ring3.h"
#include "x86.h"

enum {
    MSR_STAR = 0xc0000081,
    MSR_LSTAR = 0xc0000082,
    MSR_SYSCALL_MASK = 0xc0000084,
    MSRS_OF_SYSCALL = 4,
    RING3_FLAGS = 0x202 /* interrupts on */
};

static const uint32_t syscall_msrs[MSRS_OF_SYSCALL] = {MSR_EFER, MSR_STAR, MSR_LSTAR,
                                                       MSR_SYSCALL_MASK};
static uint64_t syscall_saved[MSRS_OF_SYSCALL];

/* The page of ring 3. */
static uint64_t user;

/* Makes the page from `code`, whose SYSCALL goes to `entry`; returns why not. */
static const char *syscall_open(const void *code, uint64_t size, const void *entry)
{
    if (!(user = ring3_open(code, size)))
        return "not enough memory for a page of ring 3";
    for (unsigned i = 0; i < MSRS_OF_SYSCALL; i++)
        syscall_saved[i] = rdmsr(syscall_msrs[i]);
    wrmsr(MSR_EFER, rdmsr(MSR_EFER) | EFER_SCE);
    /* SYSRET adds 16 to its half for the code segment, 8 for the stack's. */
    wrmsr(MSR_STAR, (uint64_t)SEGMENT_CODE << 32 | (uint64_t)(SEGMENT_USER_CODE - 16) << 48);
    wrmsr(MSR_LSTAR, (uint64_t)entry);
    wrmsr(MSR_SYSCALL_MASK, 0);
    return NULL;
}

static void syscall_close(void)
{
    for (unsigned i = 0; i < MSRS_OF_SYSCALL; i++)
        wrmsr(syscall_msrs[i], syscall_saved[i]);
    asm volatile("mov %0, %%ss" : : "r"(0)); /* SYSCALL left SEGMENT_DATA there */
    ring3_close();
}

#endif
