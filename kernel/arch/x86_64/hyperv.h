/* Hyper-V's hypercalls (Hyper-V Top Level Functional Specification, TLFS), which others offer too:
 * KVM with its enlightenments. */
#ifndef HYPERV_H
#define HYPERV_H

#include <posih.h>

/* Whether CPUID tells of the interface "Hv#1" (TLFS 2.4). */
bool hyperv_present(void);

/* Has the hypervisor fill a page with its call, and take the calls of Hyper-V; returns the
 * cheapest. The second takes it back. */
hypercall_t *hyperv_setup(void);
void hyperv_end(void);

/* A call, after hyperv_setup(): control word and two words of input, which are passed by register
 * in calls with HYPERV_FAST and are addresses in others. Returns a status, 0 for success. */
uint64_t hyperv_call(uint64_t control, uint64_t first, uint64_t second);
#define HYPERV_FAST (1ULL << 16)

#endif
