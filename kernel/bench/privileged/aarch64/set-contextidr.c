/* The process's number for debuggers and trace, which a kernel may write on each switch.
 * HCR_EL2.TVM makes it an exit. */
#include <write-back.h>

TIMED_WRITE_BACK(contextidr_el1)

BENCHMARK(.summary = "Write the context's number with its value (CONTEXTIDR_EL1)",
          .path = PATH_PAGING);
