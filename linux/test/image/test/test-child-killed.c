/* Test image only: the child that it talks to is killed in the middle. */
#include <process.h>

static int near, far;

static void die_soon(void)
{
    CALL(read, far, &(char){0}, 1);
    CALL(kill, CALL(getpid), SIGKILL);
}

static const char *init(void)
{
    int ends[2];
    DO(socketpair, AF_UNIX, SOCK_STREAM, 0, ends);
    near = ends[0];
    far = ends[1];
    partner_start(die_soon, 0);
    DO(close, far);
    return NULL;
}

static void talk(char *byte)
{
    DO_ALL(1, write, near, byte, 1);
    DO_ALL(1, read, near, byte, 1);
}

TIMED_CALL(char byte = 0, , talk(&byte), byte)

BENCHMARK(.summary = "Talk to a child that is killed", .init = init);
