/* dbench's clients ask its server over the loopback device, with messages as long as in the first
 * 5,000 lines of Debian's load, all on one CPU. An answer of another length fails the workload. The
 * server listens at port 7003 of all addresses, so that it runs only where there is none but the
 * loopback device's: in a guest, or in a network of its own. */
#define PROGRAM "tbench"
#define LOAD_LINES 5000
#define SERVERS_ADDRESS "127.0.0.1"
#include <dbench.h>

/* Whether somebody outside could reach this machine: IPv4 has a route for each address but the
 * loopback device's, below a line of names, and IPv6 a line for each address, with its device. */
static bool is_reachable(void)
{
    static char text[4096];
    long file = CALL(openat, AT_FDCWD, "/proc/net/route", O_RDONLY);
    long size = CALL(read, file, text, sizeof text);
    CALL(close, file);
    unsigned lines = 0;
    for (long i = 0; i < size; i++)
        lines += text[i] == '\n';
    if (lines > 1)
        return true;
    file = CALL(openat, AT_FDCWD, "/proc/net/if_inet6", O_RDONLY);
    size = CALL(read, file, text, sizeof text);
    CALL(close, file);
    for (long i = 3; i < size; i++)
        if (text[i] == '\n' && strncmp(&text[i - 3], " lo", 3))
            return true;
    return false;
}

static const char *init(void)
{
    enum { TCP_PORT = 7003 };
    if (is_reachable())
        return "would listen on all addresses of this machine: run it in a guest, or in a "
               "network of its own, with lo up (unshare -rn)";
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
