/* Intel's processors answer CR0 and CR4 themselves, from the hypervisor's read shadow; on
 * AMD's KVM intercepts reads of CR4, and those of CR0 where the guest's differs from the one
 * in use; Xen intercepts both there. CR3 exits under shadow paging alone, CR8 where the
 * processor keeps no copy of the task priority. */
#include <hyperbench.h>

TIMED_INSN_OF(run0, control0, , , "mov %%cr0, %%rax", : : : "rax")
TIMED_INSN_OF(run3, control3, , , "mov %%cr3, %%rax", : : : "rax")
TIMED_INSN_OF(run4, control4, , , "mov %%cr4, %%rax", : : : "rax")
TIMED_INSN_OF(run8, control8, , , "mov %%cr8, %%rax", : : : "rax")

VARIANT_OF(run0, control0, cr0, "0", .summary = "Read the processor's mode (MOV from CR0)",
           .path = PATH_DIRECT);
VARIANT_OF(run3, control3, cr3, "3", .summary = "Read the page-table root (MOV from CR3)",
           .path = PATH_PAGING, .event = "root_read");
VARIANT_OF(run4, control4, cr4, "4", .summary = "Read the features that are on (MOV from CR4)",
           .path = PATH_HYPERVISOR, .exits = EXITS_VARY, .event = "control_read");
VARIANT_OF(run8, control8, cr8, "8", .summary = "Read the task priority (MOV from CR8)",
           .path = PATH_DIRECT, .also = "kut: mov_from_cr8");
