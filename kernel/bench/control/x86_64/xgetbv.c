/* XGETBV reads XCR0, which says what state XSAVE saves. The processor answers with the guest's,
 * which is loaded while it runs. */
#include "xcr0.h"

TIMED_INSN_WITH(uint64_t number = operand, , "xgetbv", : : "c"(number) : "rax", "rdx")

BENCHMARK(.summary = "Read what state is saved for a task (XGETBV of XCR0)", .path = PATH_DIRECT,
          .init = xcr0_open, .cleanup = xcr0_close);
