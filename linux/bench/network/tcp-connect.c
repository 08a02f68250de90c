/* A connection through the loopback device. The close is a reset, so that no connection stays in
 * Linux' tables. */
#include <loopback.h>

static struct inet_address address;
static int listener;

static const char *init(void)
{
    listener = loopback_listen(&address);
    return NULL;
}

static void connect(void)
{
    const struct {
        int on, seconds;
    } linger = {1, 0};
    long near = DO(socket, AF_INET, SOCK_STREAM, 0);
    DO(setsockopt, near, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    DO(connect, near, &address, sizeof address);
    long far = DO(accept4, listener, 0, 0, 0);
    DO(close, near);
    DO(close, far);
}

TIMED_CALL(long unused = 0, , connect(), unused)

BENCHMARK(.summary = "Open, accept and close a TCP connection", .init = init,
          .also = "lmbench: lat_connect");
