#include "kvm.h"

#include <lib.h>
#include <posih.h>

#include "cpu.h"
#include "gates.h"

extern const uint8_t kvm_vmcall[], kvm_vmmcall[], kvm_call_missing[];
extern bool kvm_missing;

const uint8_t *kvm_instruction = kvm_vmcall;
bool kvm_missing; /* set by the handler of #UD */

asm("kvm_vmcall:\n\tvmcall\n\tret\n"
    "kvm_vmmcall:\n\tvmmcall\n\tret\n"
    /* #UD there: both instructions are three bytes long. */
    "kvm_call_missing:\n\tmovb $1, kvm_missing\n\taddq $3, (%rsp)\n\tiretq\n");

bool kvm_present(void) { return !strcmp(machine.hypervisor, "kvm"); }

static struct recovery stuck;

static void give_up(void) { recovery_jump(&stuck, 1); }

/* One call of a number that does nothing, with an alarm that ends it where KVM replaces the
 * instruction over and over instead of answering. */
static bool returns(void)
{
    enum { PARTS_OF_SECOND = 20, INVALID_OPCODE = 6, NO_SUCH_CALL = 0x7fff };
    kvm_missing = false;
    gate_set(INVALID_OPCODE, kvm_call_missing);
    bool came_back = !recovery_set(&stuck);
    if (came_back) {
        alarm_start(timer_hz() / PARTS_OF_SECOND, give_up);
        kvm_call(NO_SUCH_CALL, 0, 0, 0, 0);
    }
    alarm_stop();
    gates_reset();
    interrupts_enable(); /* off after a return from the alarm's handler */
    return came_back;
}

const char *kvm_calls_needed(void)
{
    if (!kvm_present())
        return "the hypervisor is not KVM, whose hypercall it is";
    kvm_instruction = cpu_is_amd() ? kvm_vmmcall : kvm_vmcall;
    if (!returns())
        return "a hypercall does not return from this KVM";
    return kvm_missing ? "this KVM has no hypercalls: #UD" : NULL;
}
