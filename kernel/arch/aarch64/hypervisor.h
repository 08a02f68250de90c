#ifndef HYPERVISOR_H
#define HYPERVISOR_H

/* Fills machine.hypervisor and its companions; needs PSCI known. */
void hypervisor_detect(void);

#endif
