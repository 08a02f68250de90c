/*
 * Why a processor with VMX leaves a guest, in words.
 */
#ifndef EXITS_H
#define EXITS_H

#include <stdbool.h>
#include <stdint.h>

/* The name of a reason with its qualification, for which a processor has just left; constant. */
const char *exit_name(unsigned processor, uint32_t reason, uint64_t qualification);

/* Whether the guest is left between two instructions, and not within one. */
bool exit_is_behind(unsigned processor, uint32_t reason);

#endif
