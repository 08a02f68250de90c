#ifndef MPTABLE_H
#define MPTABLE_H

#include <stdbool.h>
#include <stdint.h>

/* Calls `on_each` for each CPU of the MP configuration table; returns false without one. */
bool mptable_for_each_cpu(void (*on_each)(uint32_t apic_id));

#endif
