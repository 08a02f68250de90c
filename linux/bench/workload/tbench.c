/* dbench's clients ask its server over the loopback device, with messages as long as in the first
 * 5,000 lines of Debian's load, all on one CPU. An answer of another length fails the workload. The
 * server listens at port 7003. */
#define PROGRAM "tbench"
#define LOAD_LINES 5000
#define SERVERS_ADDRESS "127.0.0.1"
#include <dbench.h>

static const char *init(void)
{
    enum { TCP_PORT = 7003 };
    static const char *const server[] = {"tbench_srv", NULL};
    const struct inet_address address = {
        .family = AF_INET, .port = __builtin_bswap16(TCP_PORT), .address = LOOPBACK};
    const char *missing = workload_find(*server);
    if (missing)
        return missing;
    workload_serve(server, &address, sizeof address);
    return clients_init();
}

WORKLOAD_LOOPS
DBENCH(four, "-4-paper", 4, .summary = "Have 4 clients ask file servers by TCP (tbench)");
DBENCH(eight, "-8-paper", 8, .summary = "Have 8 clients ask file servers by TCP (tbench)");
