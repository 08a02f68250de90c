/* What pthread_create() and pthread_join() ask of Linux, with the same stack each time. */
#include <process.h>

enum {
    STACK = 16384,
    FLAGS = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |
            CLONE_CHILD_CLEARTID
};

static uint8_t *stack_top;
static volatile int running;

static const char *init(void)
{
    stack_top = (uint8_t *)process_memory(STACK) + STACK;
    return NULL;
}

static void nothing(void) {}

/* Linux clears the word when the thread has ended, and wakes who waits for that. */
static void thread(void)
{
    running = 1;
    process_check("clone", thread_start(nothing, stack_top, FLAGS, &running));
    while (running)
        CALL(futex, &running, FUTEX_WAIT, 1, 0);
}

TIMED_CALL(long unused = 0, , thread(), unused)

BENCHMARK(.summary = "Start a thread that ends, and wait for it", .flags = QUICK, .init = init);
