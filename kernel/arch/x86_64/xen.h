/* Xen's hypercalls. */
#ifndef XEN_H
#define XEN_H

#include <posih.h>

/* Numbers of calls (xen/include/public/xen.h). */
enum { XEN_VERSION = 17, XEN_SCHED_OP = 29, XEN_EVENT_CHANNEL_OP = 32 };

/* Whether Xen was found. */
bool xen_present(void);

/* The cheapest call, after the page of calls has been set up. */
hypercall_t *xen_setup(void);

/* A call by its number, after xen_setup(): what it returns is negative for an error. */
uint64_t xen_call(unsigned number, uint64_t first, uint64_t second);

/* Ends the machine. Returns where Xen does not do that. */
void xen_power_off(void);

#endif
