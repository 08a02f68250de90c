/* On one CPU, 400 times each: take a lock, let others run, give it back, as sysbench does. Locks
 * are words that threads sleep on (futex); none may be held by two. In the paper's size 16
 * processes do so at once, 1,000 times. */
#include <clients.h>

enum { THREADS = 8, LOCKS = 4, STACK = 16384, FREE = 0, TAKEN = 1, WANTED = 2 };

/* What operand says: processes, and how often each of their threads takes a lock. */
#define LOAD(count, rounds) ((rounds) << 8 | (count))
enum { COUNT = 0xff, ROUNDS_AT = 8 };

enum {
    FLAGS = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |
            CLONE_CHILD_CLEARTID
};

static struct lock {
    int state;
    uint64_t count, padding[6];
} locks[LOCKS];
static volatile int running[THREADS];
static unsigned started;
static uint8_t *stacks;

/* Ulrich Drepper: Futexes are tricky, mutex2. */
static void take(int *lock)
{
    int state = FREE;
    if (__atomic_compare_exchange_n(lock, &state, TAKEN, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return;
    while (__atomic_exchange_n(lock, WANTED, __ATOMIC_ACQUIRE) != FREE)
        CALL(futex, lock, FUTEX_WAIT, WANTED, 0);
}

static void give(int *lock)
{
    if (__atomic_exchange_n(lock, FREE, __ATOMIC_RELEASE) == WANTED)
        CALL(futex, lock, FUTEX_WAKE, 1);
}

/* The count is no atomic one: only the lock keeps it right. */
static void body(void)
{
    unsigned number = __atomic_fetch_add(&started, 1, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < operand >> ROUNDS_AT; i++) {
        struct lock *lock = &locks[(number + i) % LOCKS];
        take(&lock->state);
        uint64_t count = *(volatile uint64_t *)&lock->count;
        CALL(sched_yield);
        lock->count = count + 1;
        give(&lock->state);
    }
}

/* In a process of its own, which the end of the benchmark ends. */
static void work(unsigned client)
{
    uint64_t sum = 0;
    (void)client;
    started = 0;
    memset(locks, 0, sizeof locks);
    for (unsigned i = 0; i < THREADS; i++) {
        running[i] = 1;
        process_check("clone", thread_start(body, stacks + (i + 1) * STACK, FLAGS, &running[i]));
    }
    for (unsigned i = 0; i < THREADS; i++)
        while (running[i])
            CALL(futex, &running[i], FUTEX_WAIT, 1, 0);
    for (unsigned i = 0; i < LOCKS; i++)
        sum += locks[i].count;
    client_expect(sum == THREADS * (operand >> ROUNDS_AT));
}

static const char *init(void)
{
    stacks = process_memory(THREADS * STACK);
    clients_start(operand & COUNT, 1, work);
    return NULL;
}

TIMED_CLIENTS

#define THREADS_FIELDS .exits = EXITS_VARY, .once = true, .init = init

BENCHMARK(THREADS_FIELDS, .summary = "Have eight threads take four locks in turn",
          .operand = LOAD(1, 400), .also = "sysbench: threads; VMI: thread switch");
VARIANT(paper, "-paper", THREADS_FIELDS,
        .summary = "Have 16 times eight threads take four locks in turn, 1,000 times",
        .operand = LOAD(16, 1000), .flags = PAPER_SIZED,
        .also = "sysbench: threads; VMI: thread switch");
