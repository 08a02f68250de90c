/* The kinds of memory: the counterpart of the PAT's MSR. HCR_EL2.TVM makes it an exit. */
#include <write-back.h>

TIMED_WRITE_BACK(mair_el1)

BENCHMARK(.summary = "Write the memory attributes with their value (MAIR_EL1)",
          .path = PATH_PAGING);
