/* Calls from CPU to CPU: what every architecture does the same way around its IPI. */
#ifndef CALLS_H
#define CALLS_H

/* On the called CPU, inside the IPI's interrupt: runs the function of the pending call. */
void calls_answer(unsigned self);

/* Where a secondary CPU spends its life, halted or spinning between calls. */
_Noreturn void calls_idle(unsigned self);

#endif
