#include "probe.h"

#include <lib.h>
#include <posih.h>

#include "gates.h"

extern const uint8_t probe_undefined[], probe_unavailable[], probe_protection[], probe_page[];
extern struct recovery probe_point; /* probe.S jumps to it */

struct recovery probe_point;

static const struct {
    const char *name;
    unsigned vector;
    const void *entry;
} caught[] = {
    {"#UD", 6, probe_undefined},
    {"#NM", 7, probe_unavailable},
    {"#GP", 13, probe_protection},
    {"#PF", 14, probe_page},
};

enum { CAUGHT = sizeof caught / sizeof *caught, NO_END = 256 /* no vector */ };

static const char no_end[] = "no end";

const char *probe(void (*attempt)(uint64_t argument), uint64_t argument)
{
    int vector = recovery_set(&probe_point);
    const char *name = vector == NO_END ? no_end : NULL;
    if (!vector) {
        for (unsigned i = 0; i < CAUGHT; i++)
            gate_set(caught[i].vector, caught[i].entry);
        attempt(argument);
    }
    gates_reset();
    for (unsigned i = 0; i < CAUGHT; i++)
        if (caught[i].vector == (unsigned)vector)
            name = caught[i].name;
    return name;
}

const char *probe_reason(const char *what, void (*attempt)(uint64_t argument), uint64_t argument)
{
    static char text[96];
    const char *fault = probe(attempt, argument);
    if (!fault)
        return NULL;
    format(text, sizeof text, "%s ends in %s here", what, fault);
    return text;
}

enum { PARTS_OF_SECOND = 20 };

static void give_up(void) { recovery_jump(&probe_point, NO_END); }

static void make(uint64_t call) { ((void (*)(void))call)(); }

const char *probe_call(void (*call)(void))
{
    static char text[64];
    alarm_start(timer_hz() / PARTS_OF_SECOND, give_up);
    const char *fault = probe(make, (uint64_t)call);
    alarm_stop();
    interrupts_enable(); /* off after a return from the alarm's handler */
    if (fault == no_end)
        return "a hypercall does not return from this hypervisor";
    if (!fault)
        return NULL;
    format(text, sizeof text, "the hypervisor refuses hypercalls: %s", fault);
    return text;
}
