/* What Linux has given this process: its number, its environment, its CPUs. */
#include "port.h"

enum { AUXILIARY_END = 0, CPU_WORDS = 128 /* of 64 CPUs each */ };

static long own_number;
static const char *const *variables;
static const uint64_t *vector;
static uint64_t allowed[CPU_WORDS];
static unsigned cpus = 1;

long process_id(void) { return own_number; }

void self_init(void) { own_number = CALL(getpid); }

void self_begin(const char *const *next)
{
    variables = next;
    while (*next++)
        ;
    vector = (const uint64_t *)next;
}

uint64_t auxiliary(uint64_t type)
{
    for (const uint64_t *entry = vector; entry[0] != AUXILIARY_END; entry += 2)
        if (entry[0] == type)
            return entry[1];
    return 0;
}

const char *environment(const char *name)
{
    size_t length = strlen(name);
    for (const char *const *next = variables; *next; next++)
        if (!strncmp(*next, name, length) && (*next)[length] == '=')
            return *next + length + 1;
    return NULL;
}

const char *tunables(void)
{
    static const char name[] = "GLIBC_TUNABLES";
    const char *value = environment(name);
    return value ? value - sizeof name : NULL;
}

/* The number that Linux has for the CPU with this index. */
static unsigned linux_cpu(unsigned index)
{
    for (unsigned number = 0; number < CPU_WORDS * 64; number++)
        if (allowed[number / 64] >> number % 64 & 1 && !index--)
            return number;
    return 0;
}

void process_bind(unsigned cpu)
{
    uint64_t set[CPU_WORDS] = {0};
    unsigned number = linux_cpu(cpu);
    set[number / 64] = 1UL << number % 64;
    CALL(sched_setaffinity, 0, sizeof set, set);
}

static bool precedes;

static bool schedule(int policy, int priority)
{
    return CALL(sched_setscheduler, 0, policy, &priority) == 0;
}

void process_precedes(void)
{
    enum { FIFO = 1, RESET_ON_FORK = 0x40000000, LOWEST = 1 };
    precedes = schedule(FIFO | RESET_ON_FORK, LOWEST);
}

void self_reclaim(void)
{
    enum { OTHER = 0, NONE = 0 };
    if (precedes)
        schedule(OTHER, NONE);
    precedes = false;
    process_bind(0);
}

void self_init_cpus(void)
{
    long size = CALL(sched_getaffinity, 0, sizeof allowed, allowed), count = 0;
    for (long word = 0; word < size / 8; word++)
        count += __builtin_popcountl(allowed[word]);
    cpus = (unsigned)max_u64(min_u64((uint64_t)count, MAX_CPUS), 1);
    process_bind(0);
}

unsigned cpu_count(void) { return cpus; }
unsigned smp_start_others(void) { return cpus; }
