/* What runs below the kernel, by what the SBI implementation says of itself. */
#ifndef HYPERVISOR_H
#define HYPERVISOR_H

/* Fills machine.hypervisor and its companions. */
void hypervisor_detect(void);

#endif
