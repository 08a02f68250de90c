/* A guest (L2) of a few instructions, whose hypervisor (L1) the benchmark is. It shares L1's page
 * tables and its general registers, which a VM entry or exit does not touch, and has no stack;
 * whatever it does but its one intended exit is an exit too, an interrupt's arrival included. */
#ifndef VMX_L2_H
#define VMX_L2_H

#include <stdint.h>

#include "ept.h"
#include "vmx.h"

enum { L2_VPID = 1 };

enum l2_flag { L2_NEEDS_EPT = 1 << 0, L2_WITHOUT_EPT = 1 << 1, L2_SHADOW_VMCS = 1 << 2 };

/* What L2 can be made to run (vmx_l2_code.S). */
extern const uint8_t l2_cpuid[], l2_hlt[], l2_in[], l2_vmcall[], l2_read_hole[], l2_touch_hole[],
    l2_vmread[], l2_vmwrite[], l2_count[];

/* Enters VMX operation, makes an L2 and launches it: it begins at `code`, with a loop's count of 1
 * and `argument`, and must exit with `reason`, now and whenever l2_check() is called. Its VMCS is
 * current. It has EPT and a VPID where VMX has them, unless `flags` say otherwise; with a shadow
 * VMCS, that one's GUEST_RIP is `code`. Returns NULL, or why the machine cannot, and has left VMX
 * operation then. */
const char *l2_start(const uint8_t *code, uint64_t argument, uint32_t reason, unsigned flags);

/* Ends the benchmark as a fault unless the last exit had the intended reason. Turns interrupts on
 * again, which an exit turns off (Intel SDM 3, 28.5.3): one that has ended L2 comes now. */
void l2_check(void);

/* To be called by asm statements: enter L2 and return after its exit, or do as much and do not
 * enter. R11 is changed, and what L2 changes. */
void l2_launch(void);
void l2_resume(void);
void l2_not_entered(void);

/* Calls one of these; L2 changes none but these registers. */
#define L2_CALL(function) \
    asm volatile("call " #function : : : "rax", "rcx", "rdx", "r11", "cc", "memory")

/* Calls one of these with a count and an argument for L2's loop; the value is what L2 leaves in
 * RAX. */
#define L2_RUN(function, count, argument)              \
    ({                                                 \
        uint64_t rax, rcx = (count), rdx = (argument); \
        asm volatile("call " #function                 \
                     : "=a"(rax), "+c"(rcx), "+d"(rdx) \
                     :                                 \
                     : "r11", "cc", "memory");         \
        rax;                                           \
    })

/* A benchmark's loop of entries by `function`, or a control's, with l2_check() at its end; `before`
 * and `each` as for TIMED_INSN_WITH. */
#define L2_TIMED_LOOP(name, before, each, function) \
    TIMED_FUNCTION                                  \
    static void name(uint64_t n)                    \
    {                                               \
        before;                                     \
        for (uint64_t i = 0; i < n; i++) {          \
            each;                                   \
            L2_CALL(function);                      \
        }                                           \
        l2_check();                                 \
    }

#endif
