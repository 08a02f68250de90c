#ifndef SMP_H
#define SMP_H

/* Runs on the called CPU, inside the IPI. */
void smp_answer_call(void);

#endif
