/* What the plugin knows of QEMU's emulated processor. */
#ifndef X86_64_PROCESSOR_H
#define X86_64_PROCESSOR_H

#include <stdbool.h>
#include <stdint.h>

/* Registers, as GDB numbers them (QEMU, gdb-xml/i386-64bit.xml). */
enum { RAX = 0, RBX, RCX, RDX, RSI, RDI, RBP, RSP, R8, CS = 18, CR3 = 29 };

/* Whether this QEMU tells all that the functions here return, as far as is known before a processor
 * runs; and whether what it tells of this one agrees with itself. */
bool x86_is_known(void);
bool x86_is_proved(void);

uint64_t x86_register(int number);

/* Whether it is in user mode. */
bool x86_is_user(void);

/* Whether it runs a guest of any depth. */
bool x86_is_in_guest_mode(void);

/* The address of the control block that VMRUN was given last. */
uint64_t x86_control_block(void);

/* Whether the guest that runs is left for reads of CR0. */
void x86_intercept_reads_of_cr0(bool);

/* Which states are saved for a task: XCR0. */
uint64_t *x86_saved_states(void);

/* Whether the hypervisor of the guest that runs intercepts what has this exit code. */
bool x86_is_intercepted(uint32_t exit_code);

/* Leaves the guest that runs for that reason, `size` bytes before the instruction that it is at,
 * and does not return. `caller` is in the translated code of that. */
void x86_leaves_before(unsigned size, uint32_t exit_code, void *caller);

/* Where its interrupt table is, the state of its task, and the code to which SYSCALL leads. */
uint64_t x86_interrupt_table(void);
uint64_t x86_task_state(void);
uint64_t x86_system_calls(void);

/* Where the block begins that is translated. */
uint64_t x86_place(void);

/* Has it look at its local APIC again before the next instruction, which does nothing else. */
void x86_polls_apic(void);

#endif
