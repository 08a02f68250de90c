/* Interrupts between CPUs: as messages to the receiver's interrupt file where the machine
 * has an IMSIC, else by a call to the SBI. */
#ifndef IPI_H
#define IPI_H

#include <stdbool.h>

#include "cpu.h"

/* Chooses the means; returns its name for machine.irqchip, "none" when there is none. */
const char *ipi_init(void);
bool ipi_present(void);

/* Lets this CPU receive. Called on every CPU, the boot CPU included. */
void ipi_enable(void);

/* Opens the way to a CPU; returns false when there is none. */
bool ipi_prepare(struct cpu *to);

void ipi_send_to(const struct cpu *to);

/* In an external interrupt: takes the message, if they are in use; returns whether it was an IPI.
 */
bool ipi_claim(void);

/* Whether IPIs are messages, so that external interrupts are. */
bool ipi_is_message(void);

#endif
