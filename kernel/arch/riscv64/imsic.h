/* The incoming MSI controller: each hart has an interrupt file, a page to which a message
 * is written. RISC-V Advanced Interrupt Architecture 1.0, chapter 3. */
#ifndef IMSIC_H
#define IMSIC_H

#include <stdbool.h>
#include <stdint.h>

enum { IMSIC_CALL = 1, IMSIC_DEVICE }; /* our messages: the only ones */

/* Finds and maps the supervisor-level interrupt files. */
bool imsic_find(void);

/* Where a message to a hart goes; NULL when it has no file. */
volatile uint32_t *imsic_address(uint64_t hart);

/* Makes this hart's own file deliver. */
void imsic_enable(void);

void imsic_send(volatile uint32_t *to);

/* Takes the pending message with the highest priority; returns 0 without one. */
uint32_t imsic_claim(void);

/* The place of a hart's file among all. Returns false when it has none. */
bool imsic_index(uint64_t hart, unsigned *index);

#endif
