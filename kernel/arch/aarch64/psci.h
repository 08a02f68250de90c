/* The Power State Coordination Interface (Arm DEN0022). */
#ifndef PSCI_H
#define PSCI_H

#include <stdbool.h>
#include <stdint.h>

#define PSCI_VERSION 0x84000000

struct smccc;

/* Learns from the device tree whether there is PSCI and which instruction calls it. */
void psci_init(void);

/* Whether it is called by HVC, and so provided by a hypervisor. */
bool psci_uses_hvc(void);

/* smccc_hvc or smccc_smc; NULL without PSCI. */
typedef void smccc_call_t(struct smccc *call);
smccc_call_t *psci_conduit(void);

/* Starts a CPU at an address with a value in x0; false when the call says no. */
bool psci_cpu_on(uint64_t id, uint64_t entry, uint64_t argument);

/* Turns the calling CPU off; returns when that is not possible. */
void psci_cpu_off(void);

/* Whether a CPU is off. */
bool psci_cpu_is_off(uint64_t id);

/* Powers the machine off; returns when that is not possible. */
void psci_system_off(void);

#endif
