/* sysbench asks a server over a socket, all on one CPU: a row by its key (simple), or reads and
 * changes (complex), of 10,000 rows in memory, with the settings of the paper's MySQL that MariaDB
 * still has. sysbench counts transactions, and does not look at what the rows hold. */
#include <workload.h>

enum { SIMPLE = 0, COMPLEX = 1 << 20, LONGEST = 4096 };

static char data[72], place[72], pid[72], log[72], events[24], script[48], by_socket[88];
static const char *server[] = {"mariadbd",
                               "--no-defaults",
                               "--user=root",
                               data,
                               by_socket,
                               pid,
                               log,
                               "--skip-networking",
                               "--skip-grant-tables",
                               "--innodb-flush-method=fsync",
                               "--innodb-use-native-aio=0",
                               "--innodb-log-file-size=8M",
                               "--innodb-buffer-pool-size=32M",
                               "--key-buffer-size=16M",
                               "--max-allowed-packet=16M",
                               "--query-cache-type=ON",
                               "--query-cache-size=16M",
                               "--query-cache-limit=1M",
                               NULL};
static char client_socket[88];
static const char *client[] = {"sysbench",
                               script,
                               "--db-driver=mysql",
                               client_socket,
                               "--mysql-user=root",
                               "--mysql-db=sbtest",
                               "--table-size=10000",
                               "--rand-seed=1",
                               "--threads=64",
                               "--time=0",
                               events,
                               "prepare",
                               NULL};
enum { COMMAND = sizeof client / sizeof *client - 2 };
static long none, output;

static void start_server(void)
{
    struct {
        uint16_t family;
        char path[108];
    } address = {.family = AF_UNIX};
    copy_string(address.path, place, sizeof address.path);
    workload_serve(server, &address, sizeof address);
}

static uint64_t transactions(void) { return operand & (COMPLEX - 1); }

/* A folder among the data is a database. */
static void name_all(void)
{
    char path[96];
    const char *folder = temporary("mariadb");
    DO(mkdirat, AT_FDCWD, folder, 0700);
    format(path, sizeof path, "%s/sbtest", folder);
    DO(mkdirat, AT_FDCWD, path, 0700);
    format(data, sizeof data, "--datadir=%s", folder);
    format(place, sizeof place, "%s/socket", folder);
    format(by_socket, sizeof by_socket, "--socket=%s", place);
    format(pid, sizeof pid, "--pid-file=%s/pid", folder);
    format(log, sizeof log, "--log-error=%s/log.err", folder);
    format(client_socket, sizeof client_socket, "--mysql-socket=%s", place);
    format(events, sizeof events, "--events=%lu", transactions());
    format(script, sizeof script, "/usr/share/sysbench/oltp_%s.lua",
           operand & COMPLEX ? "read_write" : "point_select");
}

static const char *init(void)
{
    const char *missing = workload_find(*client);
    if (missing || (missing = workload_find(*server)))
        return missing;
    none = memory_file(0);
    output = memory_file(0);
    name_all();
    start_server();
    client[COMMAND] = "prepare";
    workload_find(*client);
    workload_execute(client, none, none);
    client[COMMAND] = "run";
    return NULL;
}

static void work(void) { workload_execute(client, none, output); }

/* What sysbench prints behind a name, as far as its figures go. */
static uint64_t printed(const char *text, const char *name)
{
    uint64_t number = 0;
    while (*text && strncmp(text, name, strlen(name)))
        text++;
    while (*text && (*text < '0' || *text > '9'))
        text++;
    for (; *text >= '0' && *text <= '9'; text++)
        number = number * 10 + (uint64_t)(*text - '0');
    return number;
}

static void check(void)
{
    char text[LONGEST] = "";
    DO(pread64, output, text, sizeof text - 1, 0);
    uint64_t made = printed(text, "transactions:");
    if (made != transactions())
        fail("%lu transactions instead of %lu", made, transactions());
}

#define MARIADB(id, suffix, text, kind, count, ...)                                        \
    WORKLOAD_VARIANT(id, suffix, .summary = text " transactions for 64 threads (MariaDB)", \
                     .operand = (kind) | (count), .work = {count, "transaction"},          \
                     .needs = NEEDS_MORE_PROGRAMS, __VA_ARGS__)
#define MARIADB_SIMPLE .also = "VMI: sysbench simple"
#define MARIADB_COMPLEX .also = "VMI: sysbench complex, transactions"

WORKLOAD_LOOPS
MARIADB(simple, "-simple", "Read a row in each of 320", SIMPLE, 320, MARIADB_SIMPLE);
MARIADB(complex, "-complex", "Read and change rows in 13", COMPLEX, 13, MARIADB_COMPLEX);
MARIADB(simple_paper, "-simple-paper", "Read a row in each of 3,200", SIMPLE, 3200, MARIADB_SIMPLE,
        .flags = PAPER_SIZED);
MARIADB(complex_paper, "-complex-paper", "Read and change rows in 128", COMPLEX, 128,
        MARIADB_COMPLEX, .flags = PAPER_SIZED);
