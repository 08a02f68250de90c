#ifndef SMP_H
#define SMP_H

/* On the called CPU: runs the function of the pending call. */
void smp_answer_call(void);

#endif
