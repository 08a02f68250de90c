/* Network interfaces, and the scratch network among them. */
#include <net.h>
#include <scratch_network.h>

#include "port.h"

/* Who is in it, in the network's order on a little-endian CPU. */
enum {
    GUEST = 0x0f02000a /* 10.0.2.15 */,
    PEER = 0x0202000a /* 10.0.2.2 */,
    SERVER = 0x0402000a /* 10.0.2.4 */,
    MASK = 0x00ffffff
};

bool network_is_there(void)
{
    return file_names_with("/sys/bus/virtio/devices", "device", "0x0001");
}

static void name_it(struct interface_request *request, const char *name)
{
    *request = (struct interface_request){.name = ""};
    format(request->name, sizeof request->name, "%s", name);
}

void interface_up(const char *name)
{
    struct interface_request request;
    long file = CALL(socket, AF_INET, SOCK_DGRAM, 0);
    name_it(&request, name);
    if (!CALL(ioctl, file, SIOCGIFFLAGS, &request)) {
        request.flags |= IFF_UP;
        CALL(ioctl, file, SIOCSIFFLAGS, &request);
    }
    CALL(close, file);
}

/* Else Linux would ask for routers time and again. */
static void leave_ipv6_out(const char *name)
{
    char path[96];
    format(path, sizeof path, "/proc/sys/net/ipv6/conf/%s/disable_ipv6", name);
    long file = CALL(openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC);
    CALL(write, file, "1", 1);
    CALL(close, file);
}

static void set(long file, const char *name, long what, uint32_t value)
{
    struct interface_request request;
    name_it(&request, name);
    request.address = (struct inet_address){.family = AF_INET, .address = value};
    DO(ioctl, file, what, &request);
}

/* Waits a second at most until Linux knows that there is somebody at the other end: before, it
 * loses what it is to send. */
static void await_link(const char *name)
{
    enum { TURNS = 1000 };
    static const struct timespec turn = {0, 1000000};
    char path[96], state[16];
    format(path, sizeof path, "/sys/class/net/%s/operstate", name);
    for (unsigned i = 0; i < TURNS && !strcmp(file_line(path, state, sizeof state), "down"); i++)
        CALL(clock_nanosleep, CLOCK_MONOTONIC, 0, &turn, 0);
}

/* Takes the scratch network into use; returns why it cannot. Linux sets an address after it has
 * done all that a link asks for. */
static const char *take_into_use(void)
{
    const char *name = file_names_with("/sys/class/net", "address", NET_ADDRESS);
    if (!name)
        return "there is no virtio network for measurements: none has the address " NET_ADDRESS;
    long file = DO(socket, AF_INET, SOCK_DGRAM, 0);
    leave_ipv6_out(name);
    interface_up(name);
    await_link(name);
    set(file, name, SIOCSIFADDR, GUEST);
    set(file, name, SIOCSIFNETMASK, MASK);
    return NULL;
}

/* A socket that is given up when it has not been heard of for half the time that a benchmark may
 * take. */
static long patient(int kind, int protocol)
{
    const uint64_t half = options.timeout_ms / 2;
    const uint64_t patience[] = {half / 1000, half % 1000 * 1000}; /* seconds, and microseconds */
    long file = DO(socket, AF_INET, kind, protocol);
    DO(setsockopt, file, SOL_SOCKET, SO_RCVTIMEO, patience, sizeof patience);
    DO(setsockopt, file, SOL_SOCKET, SO_SNDTIMEO, patience, sizeof patience);
    return file;
}

const char *scratch_network_open(int kind, int protocol, long *file)
{
    static const struct inet_address peer = {.family = AF_INET, .port = 0x0900, .address = PEER};
    const char *why_not = take_into_use();
    if (why_not)
        return why_not;
    *file = patient(kind, protocol);
    DO(connect, *file, &peer, sizeof peer);
    return NULL;
}

const char *scratch_network_connect(long *file)
{
    static const struct inet_address server = {
        .family = AF_INET, .port = 0x0700, .address = SERVER};
    static const int on = 1;
    const char *why_not = take_into_use();
    if (why_not)
        return why_not;
    *file = patient(SOCK_STREAM, 0);
    DO(setsockopt, *file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    long result = CALL(connect, *file, &server, sizeof server);
    if (!result)
        return NULL;
    static char why[128];
    format(why, sizeof why, "there is no server that echoes (TCP, 10.0.2.4, port 7): %s",
           error_words(-result));
    return why;
}
