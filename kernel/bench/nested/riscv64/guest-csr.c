/* For a guest hypervisor each is an exit to the one below. */
#include "hypervisor-csr.h"
#include <write-back.h>

TIMED_WRITE_BACK_OF(run_hvip, control_hvip, CSR_HVIP)
TIMED_WRITE_BACK_OF(run_hgatp, control_hgatp, CSR_HGATP)

VARIANT_OF(run_hvip, control_hvip, hvip, "-hvip",
           .summary = "Write a guest's injected interrupts with their value (CSR hvip)",
           .path = PATH_NESTED, .exits = 1, .init = hypervisor_init, .cleanup = hypervisor_cleanup);
VARIANT_OF(run_hgatp, control_hgatp, hgatp, "-hgatp",
           .summary = "Write the second-stage root with its value (CSR hgatp)", .path = PATH_NESTED,
           .exits = 1, .init = hypervisor_init, .cleanup = hypervisor_cleanup);
