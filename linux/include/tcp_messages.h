/* Messages about as long as tbench's: some 90 bytes to ask and answer, blocks of 4 to 16 KiB. */
#ifndef TCP_MESSAGES_H
#define TCP_MESSAGES_H

#include <process.h>

/* Bytes of the longest, and how often a client asks all of them at a time. */
enum { TCP_LONGEST = 16384, TCP_ROUNDS = 12 };

/* Bytes of each question and its answer. */
#define TCP_MESSAGES(X) \
    X(86, 111)          \
    X(96, 124)          \
    X(55, 4135)         \
    X(55, 4135)         \
    X(96, 124)          \
    X(4151, 41)         \
    X(96, 140)          \
    X(55, 8231)         \
    X(35, 39)           \
    X(16384, 41)        \
    X(96, 124)          \
    X(94, 640)          \
    X(55, 12327)        \
    X(86, 39)

#define TCP_MESSAGE(request, answer) {request, answer},
static const struct tcp_message {
    uint16_t request, answer;
} tcp_messages[] = {TCP_MESSAGES(TCP_MESSAGE)};

enum { TCP_KINDS = sizeof tcp_messages / sizeof *tcp_messages };

#endif
