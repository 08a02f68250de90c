/* The line of one device, by which it interrupts the boot CPU: through a PLIC, or through an APLIC,
 * which may send messages instead. */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stdint.h>

/* Lets a line through. Returns why that cannot be, else NULL. */
const char *line_take(uint32_t number);

/* Keeps it back. */
void line_give_back(uint32_t number);

/* In an external interrupt that is no message: takes it; returns false when there is none. */
bool line_claim(void);

/* The line has fallen, and may interrupt again. */
void line_complete(void);

/* ------------------------------------------------------------------------- plic.c, aplic.c */

/* The PLIC's register in which the boot CPU claims interrupts of supervisor level; 0 without. */
uint64_t plic_claim_register(void);
bool plic_take(uint32_t number);
void plic_give_back(uint32_t number);
uint32_t plic_claim(void);
void plic_complete(uint32_t number);

bool aplic_take(uint32_t number);
void aplic_give_back(uint32_t number);
uint32_t aplic_claim(void);

/* Whether it sends messages to an IMSIC. */
bool aplic_sends(void);

#endif
