/* The CPU interface, with no interrupt there: system registers of a GICv3, a page of a GICv2.
 * The processor has a virtual one of both, so that none of these exits but on processors with
 * errata. Told that an interrupt has ended (number 1023), it does nothing. Both go through
 * this kernel's functions, barriers included. The priority mask is what kernels with
 * pseudo-NMIs write instead of DAIF. */
#include <gic.h>

#include <write-back.h>

enum { NO_INTERRUPT = 1023 };

static const char *init(void) { return gic_present() ? NULL : "no interrupt controller was found"; }

static const char *init_mask(void)
{
    return strcmp(machine.irqchip, "gicv3") ? "only a GICv3 has the mask in a system register"
                                            : NULL;
}

TIMED_CALL_OF(run_end, control_end, uint32_t none = NO_INTERRUPT, , gic_end(none), none)
TIMED_CALL_OF(run_next, control_next, uint32_t id = 0, , id = gic_acknowledge(), id)
TIMED_WRITE_BACK_OF(run_mask, control_mask, s3_0_c4_c6_0) /* ICC_PMR_EL1 */

VARIANT_OF(run_end, control_end, end, "-eoi", .summary = "Signal the end of an interrupt",
           .path = PATH_INTERRUPT, .also = "kut: eoi", .init = init);
VARIANT_OF(run_next, control_next, next, "-acknowledge",
           .summary = "Ask for the next interrupt when there is none", .path = PATH_INTERRUPT,
           .init = init);
VARIANT_OF(run_mask, control_mask, mask, "-priority-mask",
           .summary = "Write the interrupts' priority mask with its value (ICC_PMR_EL1)",
           .path = PATH_INTERRUPT, .init = init_mask);
