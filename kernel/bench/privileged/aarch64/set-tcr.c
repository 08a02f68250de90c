/* How translation tables are walked. HCR_EL2.TVM makes it an exit, as for SCTLR_EL1; an
 * emulator has to drop its translations. */
#include <write-back.h>

TIMED_WRITE_BACK(tcr_el1)

BENCHMARK(.summary = "Write the translation control register with its value (TCR_EL1)",
          .path = PATH_PAGING);
