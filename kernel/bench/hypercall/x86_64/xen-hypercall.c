/* Through Xen's page of calls. The first does nothing but return; the event channel of the
 * last is bound to the caller itself, its event stays pending, and no upcall is asked for: the
 * call's way is timed, and not an interrupt's. */
#include <hyperbench.h>
#include <xen.h>

/* xen/include/public/event_channel.h and sched.h. */
enum { VERSION = 0, YIELD = 0, CHANNEL_CLOSE = 3, CHANNEL_SEND = 4, CHANNEL_BIND_IPI = 7 };

static uint32_t channel; /* its port */

static uint64_t unused;
TIMED_CALL(uint64_t kept = unused, , xen_call(XEN_VERSION, VERSION, 0), kept)
TIMED_CALL_OF(run_yield, control_yield, uint64_t kept = unused, , xen_call(XEN_SCHED_OP, YIELD, 0),
              kept)
TIMED_CALL_OF(run_event, control_event, uint64_t kept = unused, ,
              xen_call(XEN_EVENT_CHANNEL_OP, CHANNEL_SEND, (uint64_t)&channel), kept)

static const char *init(void)
{
    if (!xen_present())
        return "the hypervisor is not Xen, whose hypercall it is";
    xen_setup();
    return NULL;
}

static const char *init_event(void)
{
    const char *reason = init();
    struct {
        uint32_t vcpu, port;
    } bind = {0, 0};
    if (!reason && (int64_t)xen_call(XEN_EVENT_CHANNEL_OP, CHANNEL_BIND_IPI, (uint64_t)&bind) < 0)
        reason = "Xen gives out no event channel";
    channel = bind.port;
    return reason;
}

static void cleanup(void) { xen_call(XEN_EVENT_CHANNEL_OP, CHANNEL_CLOSE, (uint64_t)&channel); }

BENCHMARK(.summary = "Ask Xen for its version", .path = PATH_HYPERVISOR, .exits = 1, .init = init);

VARIANT_OF(run_yield, control_yield, yield, "-yield",
           .summary = "Yield the CPU to other guests of Xen (SCHEDOP_yield)",
           .path = PATH_HYPERVISOR, .exits = 1, .init = init);

VARIANT_OF(run_event, control_event, event, "-event",
           .summary = "Signal an event channel of Xen (EVTCHNOP_send)", .path = PATH_INTERRUPT,
           .exits = 1, .init = init_event, .cleanup = cleanup);
