/* gzip -9 of 256 KiB of text, in memory. CRC-32 and size at the end of what it writes must be those
 * of the text. */
#include <packed.h>

enum { SIZE = 262144 };

static const char *const words[] = {"gzip", "-9", "-c", NULL};

static const char *init(void) { return packed_open(words, SIZE); }
static void work(void) { pack(words); }
static void check(void) { packed_check(*words); }

WORKLOAD(.summary = "Pack 256 KiB of text (gzip -9)", .flags = QUICK, .also = "VMbench: gzip");
