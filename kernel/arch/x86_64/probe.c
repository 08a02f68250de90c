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

enum { CAUGHT = sizeof caught / sizeof *caught };

const char *probe(void (*attempt)(uint64_t argument), uint64_t argument)
{
    const char *name = NULL;
    int vector = recovery_set(&probe_point);
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
