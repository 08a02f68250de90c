/* The first 20,000 lines of Debian's load, all on one CPU, in the folder for temporary files. What
 * a line expects and does not find fails the workload. dbench waits for its clients in steps of 0.1
 * s, which is in the figure. */
#define PROGRAM "dbench"
#define LOAD_LINES 20000
#define SERVERS_ADDRESS NULL
#include <dbench.h>

static const char *init(void) { return clients_init(); }

WORKLOAD_LOOPS
DBENCH(four, "-4-paper", 4, .summary = "Have 4 clients of a file server use files (dbench)");
DBENCH(eight, "-8-paper", 8, .summary = "Have 8 clients of a file server use files (dbench)");
