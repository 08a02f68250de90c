/* Writes CONTEXTIDR_EL1, the process's number for debuggers and trace, with the value it has:
 * what a kernel may do on each switch. HCR_EL2.TVM makes it an exit. */
#include <write-back.h>

TIMED_WRITE_BACK(contextidr_el1)

BENCHMARK(.summary = "Write the context's number with its value (CONTEXTIDR_EL1)",
          .path = PATH_PAGING);
