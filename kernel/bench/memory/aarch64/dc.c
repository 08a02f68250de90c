/* By address (HCR_EL2.TPCP) it is the processor's own affair. By set and way (HCR_EL2.TSW) it
 * cannot work under a hypervisor, which moves vCPUs between caches: KVM exits, flushes all of
 * the guest's memory the first time, and then exits at each write of a register of virtual
 * memory until it has seen that the guest's caches are on. Cleanup lets that happen. */
#include <hyperbench.h>
#include <sysreg.h>

static uint64_t line[8] __attribute__((aligned(64)));

static void cleanup(void)
{
    write_sysreg(contextidr_el1, read_sysreg(contextidr_el1));
    isb();
}

TIMED_INSN_OF(run_civac, control_civac, uint64_t address = (uint64_t)line, ,
              "dc civac, %0", : : "r"(address) : "memory")

/* Way 0 of set 0 of level 1: cleaned as well, so that nothing is lost. */
TIMED_INSN_OF(run_cisw, control_cisw, uint64_t first = 0, ,
              "dc cisw, %0", : : "r"(first) : "memory")

VARIANT_OF(run_civac, control_civac, civac, "-civac",
           .summary = "Clean and invalidate a line by address (DC CIVAC)");
VARIANT_OF(run_cisw, control_cisw, cisw, "-cisw",
           .summary = "Clean and invalidate a line by set and way (DC CISW)",
           .path = PATH_HYPERVISOR, .exits = 1, .cleanup = cleanup);
