/* CSRs of the H extension and what the benchmarks of it share: a guest that is this kernel
 * itself, its physical addresses ours and its paging off. Privileged specification, "Hypervisor
 * Extension". */
#ifndef HYPERVISOR_CSR_H
#define HYPERVISOR_CSR_H

#include <hyperbench.h>
#include <probe.h>

#define CSR_HSTATUS 0x600
#define CSR_HVIP 0x645
#define CSR_HGATP 0x680
#define CSR_VSATP 0x280

#define HSTATUS_SPV (1 << 7)
#define HSTATUS_SPVP (1 << 8)

static uint64_t saved_hstatus, saved_hgatp, saved_vsatp;

static const char *hypervisor_init(void)
{
    if (!csr_readable(CSR_HSTATUS))
        return "the CPU has no H extension, or keeps it from this machine";
    saved_hstatus = csr_read(CSR_HSTATUS);
    saved_hgatp = csr_read(CSR_HGATP);
    saved_vsatp = csr_read(CSR_VSATP);
    csr_write(CSR_HGATP, 0);
    csr_write(CSR_VSATP, 0);
    return NULL;
}

static inline void hypervisor_cleanup(void)
{
    csr_write(CSR_HSTATUS, saved_hstatus);
    csr_write(CSR_HGATP, saved_hgatp);
    csr_write(CSR_VSATP, saved_vsatp);
}

#endif
