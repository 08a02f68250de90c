/* Pieces of 32 KiB go from thread to thread by locks and condition variables, all on one CPU. */
#include <packed.h>

enum { SIZE = 524288 };

static const char *const words[] = {"pigz", "-1", "-c", "-p", "4", "-b", "32", NULL};

static const char *init(void) { return packed_open(words, SIZE, workload_prose); }
static void work(void) { pack(words); }
static void check(void) { packed_check(*words); }

WORKLOAD(.summary = "Pack 512 KiB of text with four threads (pigz -1)");
