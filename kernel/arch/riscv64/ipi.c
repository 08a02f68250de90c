#include "ipi.h"

#include <lib.h>
#include <options.h>

#include "csr.h"
#include "imsic.h"
#include "sbi.h"

static enum { NO_IPI, BY_SBI, BY_IMSIC } means;

const char *ipi_init(void)
{
    static const char *const names[] = {"none", "sbi", "imsic"};
    if (strcmp(options.irqchip, names[BY_SBI]) && imsic_find() &&
        (boot_cpu.message = imsic_address(boot_cpu.hart)))
        means = BY_IMSIC;
    else if (sbi_has(SBI_IPI))
        means = BY_SBI;
    return names[means];
}

bool ipi_present(void) { return means != NO_IPI; }

void ipi_enable(void)
{
    if (means == BY_IMSIC) {
        imsic_enable();
        csr_set(sie, 1 << IRQ_EXTERNAL);
    } else if (means == BY_SBI) {
        csr_set(sie, 1 << IRQ_SOFTWARE);
    }
}

bool ipi_prepare(struct cpu *to)
{
    if (means != BY_IMSIC)
        return true;
    to->message = imsic_address(to->hart);
    return to->message != NULL;
}

/* What the receiver is called for must be visible before the interrupt is: a fence from
 * memory to device output, or to whatever the SBI writes to (unprivileged specification,
 * FENCE). send_ipi takes a mask of harts and the number of its bit 0 (SBI 7.1). */
void ipi_send_to(const struct cpu *to)
{
    asm volatile("fence rw, ow" : : : "memory");
    if (means == BY_IMSIC)
        imsic_send(to->message);
    else
        sbi_call(SBI_IPI, 0, 1, to->hart, 0);
}

bool ipi_is_message(void) { return means == BY_IMSIC; }

bool ipi_claim(void) { return means == BY_IMSIC && imsic_claim() == IMSIC_CALL; }
