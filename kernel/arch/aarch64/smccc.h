/* Calls to the hypervisor (HVC) and to the firmware (SMC). */
#ifndef SMCCC_H
#define SMCCC_H

#include <stdint.h>

#define SMCCC_NOT_SUPPORTED UINT64_MAX /* -1, in the first word of an answer: PROBE_REFUSED */

struct smccc {
    uint64_t word[4]; /* function and arguments, then the answer */
};

/* A machine that takes no such instruction answers SMCCC_NOT_SUPPORTED all the same (probe.h). */
void smccc_hvc(struct smccc *call);
void smccc_smc(struct smccc *call);

#endif
