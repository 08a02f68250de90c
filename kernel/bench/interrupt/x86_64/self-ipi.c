/* One operation is the write to the interrupt command register, the wait, the interrupt with
 * its handler of 6 instructions (12 with x2APIC), and the EOI in that; only the loop is
 * subtracted. The hypervisor has to notice when the guest turns interrupts on (the interrupt
 * window) or lowers the task priority; after HLT, it wakes the CPU, which has never slept. */
#include <apic_timed.h>
#include <counted.h>
#include <gates.h>

enum { VECTOR = VECTORS_COUNTED, COMMAND = APIC_COMMAND_SELF | VECTOR, HIGHEST = 15 };

static const char *init(void)
{
    const char *reason = apic_needed();
    if (!reason)
        counted_take(VECTOR);
    return reason;
}

/* QEMU 7.2's emulator ends at a failed assertion when a guest of its SVM lowers its priority while
 * the processor watches for an interrupt: so Xen has it watch, where KVM intercepts the write. An
 * emulator cannot be told from a processor below Xen, but the name of QEMU's model can. */
static const char *init_tpr(void)
{
    bool qemus = !strcmp(machine.cpu_model, "AMD EPYC Processor");
    return qemus && !strcmp(machine.hypervisor, "xen")
               ? "it would end QEMU's emulator, which may be what Xen runs on here"
               : init();
}

static const char *init_register(void)
{
    return apic_is_x2apic() ? init() : "only an x2APIC has the register, and it is not on";
}

#define RAISE "mov %[highest], %%cr8\n\t"
#define LOWER "mov %[lowest], %%cr8\n\t"
#define AWAIT "1: cmp %[before], counted\n\tje 1b\n\tmov counted, %[before]"
#define PRIORITIES [highest] "r"((uint64_t)HIGHEST), [lowest] "r"((uint64_t)0)

/* `before` and `after` are the instructions around the one that sends. */
#define SELF_IPI(run, control, before, after)                                             \
    TIMED_APIC_OF(                                                                        \
        run, control, ,                                                                   \
        (before "movl %[command], %c[at](%[apic])\n\t" after, : : [command] "r"(COMMAND), \
         [at] "i"(APIC_COMMAND), [apic] "r"(apic), PRIORITIES : "memory"),                \
        (before "wrmsr\n\t" after, : : "c"(APIC_MSR(APIC_COMMAND)), "a"(COMMAND), "d"(0), \
         PRIORITIES : "memory"))

SELF_IPI(run_sti_nop, control_sti_nop, "cli\n\t", "sti\n\tnop")
SELF_IPI(run_sti_hlt, control_sti_hlt, "cli\n\t", "sti\n\thlt")
SELF_IPI(run_tpr, control_tpr, RAISE, LOWER "nop")
SELF_IPI(run_tpr_sti_nop, control_tpr_sti_nop, "cli\n\t" RAISE, LOWER "sti\n\tnop")
SELF_IPI(run_tpr_sti_hlt, control_tpr_sti_hlt, "cli\n\t" RAISE, LOWER "sti\n\thlt")

/* With interrupts on: comes at any time after the write, and is waited for. */
TIMED_INSN_OF(run_register, control_register, uint64_t seen = counted, ,
              "wrmsr\n\t" AWAIT, : [before] "+r"(seen) : "c"(APIC_MSR(APIC_SELF_IPI)), "a"(VECTOR),
              "d"(0) : "memory")

TIMED_APIC(("mov counted, %%rax\n\tmovl %[command], %c[at](%[apic])\n\t"
            "1: cmp %%rax, counted\n\tje 1b",
            :
            : [command] "r"(COMMAND), [at] "i"(APIC_COMMAND), [apic] "r"(apic)
            : "rax", "memory"),
           ("mov counted, %%rsi\n\twrmsr\n\t1: cmp %%rsi, counted\n\tje 1b",
            :
            : "c"(APIC_MSR(APIC_COMMAND)), "a"(COMMAND), "d"(0)
            : "rsi", "memory"))

BENCHMARK(.summary = "Send an IPI to oneself with interrupts on and wait for it",
          .path = PATH_INTERRUPT, .exits = 2, .init = init, .cleanup = gates_reset);

#define WAIT(id, suffix, waits, names, ...)                                                        \
    VARIANT_OF(run_##id, control_##id, id, suffix, .summary = "Send an IPI to oneself and " waits, \
               .path = PATH_INTERRUPT, .also = names, .cleanup = gates_reset, __VA_ARGS__)

/* Sending and EOI are two exits; one more each are the priority that is lowered, the window that
 * the hypervisor asks for because interrupts are off, and HLT, which does not save the window. */
WAIT(sti_nop, "-sti-nop", "turn interrupts on for it (STI, NOP)",
     "kut: self_ipi_sti_nop, x2apic_self_ipi_sti_nop", .init = init, .exits = 3);
WAIT(sti_hlt, "-sti-hlt", "halt for it (STI, HLT)",
     "kut: self_ipi_sti_hlt, x2apic_self_ipi_sti_hlt", .init = init, .exits = 4);
WAIT(tpr, "-tpr", "lower the task priority for it", "kut: self_ipi_tpr, x2apic_self_ipi_tpr",
     .init = init_tpr, .exits = 3);
WAIT(tpr_sti_nop, "-tpr-sti-nop", "lower the task priority and turn interrupts on for it",
     "kut: self_ipi_tpr_sti_nop, x2apic_self_ipi_tpr_sti_nop", .init = init_tpr, .exits = 4);
WAIT(tpr_sti_hlt, "-tpr-sti-hlt", "lower the task priority and halt for it",
     "kut: self_ipi_tpr_sti_hlt, x2apic_self_ipi_tpr_sti_hlt", .init = init_tpr, .exits = 5);

VARIANT_OF(run_register, control_register, by_register, "-register",
           .summary = "Send an IPI to oneself by the x2APIC's own register and wait for it",
           .path = PATH_INTERRUPT, .exits = 2, .init = init_register, .cleanup = gates_reset);
