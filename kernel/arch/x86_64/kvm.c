#include "kvm.h"

#include <lib.h>
#include <posih.h>

#include "cpu.h"
#include "probe.h"

extern const uint8_t kvm_vmcall[], kvm_vmmcall[];

const uint8_t *kvm_instruction = kvm_vmcall;

asm("kvm_vmcall:\n\tvmcall\n\tret\n"
    "kvm_vmmcall:\n\tvmmcall\n\tret\n");

bool kvm_present(void) { return !strcmp(machine.hypervisor, "kvm"); }

static void call_nothing(void)
{
    enum { NO_SUCH_CALL = 0x7fff };
    kvm_call(NO_SUCH_CALL, 0, 0, 0, 0);
}

const char *kvm_calls_needed(void)
{
    if (!kvm_present())
        return "the hypervisor is not KVM, whose hypercall it is";
    kvm_instruction = cpu_is_amd() ? kvm_vmmcall : kvm_vmcall;
    return probe_call(call_nothing);
}
