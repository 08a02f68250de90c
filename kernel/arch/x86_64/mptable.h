#ifndef MPTABLE_H
#define MPTABLE_H

#include <stdbool.h>
#include <stdint.h>

/* Calls `found` for each CPU of the MP configuration table; returns false without one. */
bool mptable_for_each_cpu(void (*found)(uint32_t apic_id));

#endif
