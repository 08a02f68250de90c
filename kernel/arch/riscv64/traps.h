#ifndef TRAPS_H
#define TRAPS_H

/* Points stvec at our entry again, and sets interrupts off and sstatus as they were at
 * boot: repairs what a benchmark may have damaged. */
void traps_repair(void);

/* Remembers the state that traps_repair() goes back to. */
void traps_init(void);

#endif
