/* Xen's hypercalls. */
#ifndef XEN_H
#define XEN_H

#include <posih.h>

/* Whether Xen was found. */
bool xen_present(void);

/* The cheapest call, after the page of calls has been set up. */
hypercall_t *xen_setup(void);

/* Ends the machine. Returns where Xen does not do that. */
void xen_power_off(void);

#endif
