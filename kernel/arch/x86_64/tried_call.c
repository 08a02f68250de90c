#include "tried_call.h"

#include <posih.h>

#include "gates.h"

enum { PARTS_OF_SECOND = 20, INVALID_OPCODE = 6 };

extern const uint8_t probe_missing[];
extern bool probe_failed;

bool probe_failed; /* set by the handler of #UD */

/* The hypercall instructions of both vendors are three bytes long. */
asm("probe_missing:\n\t"
    "movb $1, probe_failed\n\t"
    "addq $3, (%rsp)\n\t"
    "iretq\n");

static struct recovery stuck;

static void give_up(void) { recovery_jump(&stuck, 1); }

const char *probe_call(void (*call)(void))
{
    probe_failed = false;
    gate_set(INVALID_OPCODE, probe_missing);
    bool returned = !recovery_set(&stuck);
    if (returned) {
        alarm_start(timer_hz() / PARTS_OF_SECOND, give_up);
        call();
    }
    alarm_stop();
    gates_reset();
    interrupts_enable(); /* off after a return from the alarm's handler */
    if (!returned)
        return "a hypercall does not return from this hypervisor";
    return probe_failed ? "the hypervisor refuses hypercalls: #UD" : NULL;
}
