/* By the instruction that the device tree names: SMC to firmware, HVC to a hypervisor in its
 * place. PSCI_FEATURES is answered from a table. AFFINITY_INFO makes KVM look through all
 * vCPUs. The mitigation of branch target injection, called at switches of processes where
 * processors need it, is KVM's shortest way for a call. The function that loads and stores
 * four registers is in the figure. */
#include <cpu.h>
#include <hyperbench.h>
#include <psci.h>
#include <smccc.h>

#define PSCI_FEATURES 0x8400000a /* Arm DEN0022, 5.1.15 */
#define PSCI_AFFINITY_INFO 0xc4000004
#define ARCH_WORKAROUND_1 0x80008000 /* Arm DEN0028, 7 */
#define TRNG_RND 0xc4000053          /* Arm DEN0098 */

static smccc_call_t *conduit;
static uint64_t argument;

static const char *try_with(uint64_t value, const char *reason)
{
    struct smccc call = {{operand, value}};
    argument = value;
    conduit = psci_conduit();
    if (!conduit)
        return "the device tree names no PSCI";
    conduit(&call);
    return (int32_t)call.word[0] < 0 ? reason : NULL;
}

static const char *init_features(void) { return try_with(PSCI_VERSION, "PSCI is older than 1.0"); }

static const char *init_affinity(void)
{
    return try_with(cpu_id(), "PSCI does not tell what this CPU does");
}

static const char *init_workaround(void) { return try_with(0, "there is no such mitigation here"); }

/* Bits of entropy wanted. */
static const char *init_random(void)
{
    return try_with(64, "neither firmware nor hypervisor has random numbers");
}

static inline void ask(smccc_call_t *call)
{
    struct smccc words = {{operand, argument}};
    call(&words);
}

TIMED_CALL(smccc_call_t *call = conduit, , ask(call), call)

VARIANT(features, "-psci-features", .summary = "Ask PSCI for a function (PSCI_FEATURES)",
        .path = PATH_FIRMWARE, .exits = 1, .operand = PSCI_FEATURES, .init = init_features);
VARIANT(affinity, "-psci-affinity", .summary = "Ask PSCI what a CPU does (AFFINITY_INFO)",
        .path = PATH_FIRMWARE, .exits = 1, .operand = PSCI_AFFINITY_INFO, .init = init_affinity);
VARIANT(workaround, "-workaround",
        .summary = "Call a mitigation of branch prediction (SMCCC_ARCH_WORKAROUND_1)",
        .path = PATH_FIRMWARE, .exits = 1, .operand = ARCH_WORKAROUND_1, .init = init_workaround);
VARIANT(random, "-random", .summary = "Ask for 64 random bits (TRNG_RND)", .path = PATH_FIRMWARE,
        .exits = 1, .operand = TRNG_RND, .init = init_random);
