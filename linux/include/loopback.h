/* Sockets on the loopback device. */
#ifndef LOOPBACK_H
#define LOOPBACK_H

#include <process.h>

/* A socket with an address that Linux chooses. */
static inline int loopback_socket(int kind, struct inet_address *address)
{
    int size = sizeof *address;
    *address = (struct inet_address){.family = AF_INET, .address = LOOPBACK};
    long file = DO(socket, AF_INET, kind, 0);
    DO(bind, file, address, sizeof *address);
    DO(getsockname, file, address, &size);
    return (int)file;
}

static inline int loopback_listen(struct inet_address *address)
{
    enum { BACKLOG = 16 };
    int file = loopback_socket(SOCK_STREAM, address);
    DO(listen, file, BACKLOG);
    return file;
}

/* Two ends of a connection by TCP, which sends small pieces at once. */
static inline void loopback_pair(int ends[2])
{
    struct inet_address address;
    int listener = loopback_listen(&address), on = 1;
    ends[0] = (int)DO(socket, AF_INET, SOCK_STREAM, 0);
    DO(connect, ends[0], &address, sizeof address);
    ends[1] = (int)DO(accept4, listener, 0, 0, 0);
    for (int i = 0; i < 2; i++)
        DO(setsockopt, ends[i], IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

#endif
