/* A hart's file of incoming messages (AIA). A claim reads and writes stopei; the enables take
 * three instructions. A message to oneself is a store to the file's page, interrupts off.
 * Where the processor has no file for a guest (hgeie), KVM emulates it, and each of these
 * exits. */
#include <cpu.h>
#include <csr.h>
#include <hyperbench.h>
#include <imsic.h>
#include <ipi.h>

enum { EIE0 = 0xc0, TRIES = 100000 /* a lost one must not be waited for for ever */ };

static bool lost;

static const char *init(void)
{
    return strcmp(machine.irqchip, "imsic") ? "there is no IMSIC in use (aia=aplic-imsic)" : NULL;
}

static void send_and_claim(void)
{
    interrupts_disable();
    ipi_send_to(&boot_cpu);
    int tries = 0;
    while (!lost && !imsic_claim())
        lost = ++tries == TRIES;
    interrupts_enable();
}

static const char *init_self(void)
{
    const char *reason = init();
    if (reason)
        return reason;
    if (!ipi_prepare(&boot_cpu))
        return "the device tree has no interrupt file for this hart";
    lost = false;
    send_and_claim();
    return lost ? "a message to oneself does not arrive" : NULL;
}

TIMED_INSN_OF(run_claim, control_claim, , , "csrrw t0, " CSR_TEXT(CSR_STOPEI) ", zero", : : : "t0")
TIMED_INSN_OF(
    run_enables, control_enables, uint64_t number = EIE0, ,
    "csrw " CSR_TEXT(CSR_SISELECT) ", %0\n\tcsrr t0, " CSR_TEXT(CSR_SIREG), : : "r"(number) : "t0")
TIMED_CALL_OF(run_self, control_self, uint64_t kept = 0, , send_and_claim(), kept)

VARIANT_OF(run_claim, control_claim, claim, "-claim",
           .summary = "Claim a message when there is none (CSR stopei)", .path = PATH_INTERRUPT,
           .exits = EXITS_VARY, .init = init);
VARIANT_OF(run_enables, control_enables, enables, "-enables",
           .summary = "Read which messages are let through (CSRs siselect and sireg)",
           .path = PATH_INTERRUPT, .exits = EXITS_VARY, .init = init);
VARIANT_OF(run_self, control_self, self, "-self",
           .summary = "Send oneself a message and claim it by polling", .path = PATH_INTERRUPT,
           .exits = EXITS_VARY, .init = init_self);
