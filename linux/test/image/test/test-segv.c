/* Test image only: a store to where nothing is. */
#include <process.h>

TIMED_INSN_WITH(uint64_t nowhere = 8, , STORE_ZERO(nowhere))

BENCHMARK(.summary = "Store to address 8");
