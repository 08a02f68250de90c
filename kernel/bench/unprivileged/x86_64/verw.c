/* Any program may ask. With the microcode against MDS and its successors it also overwrites
 * the buffers that these read from: Linux executes it on every return to user mode where it is
 * needed, a hypervisor before every entry of a guest. No exit can be asked for. */
#include <hyperbench.h>

static const uint16_t null_selector;

TIMED_INSN("verw %0", : : "m"(null_selector) : "cc")

BENCHMARK(.summary = "Check a segment for writing, as is done to clear buffers (VERW)");
