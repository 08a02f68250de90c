/*
 * A thief whose habits are known: takes the processor for 2 ms of each 100 ms of the machine's own
 * clock, before anybody else gets it, while another program runs.
 *
 *   thief PROGRAM WORD…    run PROGRAM, which ends this
 */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { SECOND = 1000000000, PERIOD = 100000000, TAKES = 2000000 };

static struct timespec later(struct timespec time, long nanoseconds)
{
    time.tv_nsec += nanoseconds;
    time.tv_sec += time.tv_nsec / SECOND;
    time.tv_nsec %= SECOND;
    return time;
}

static int is_before(struct timespec until)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec < until.tv_sec || (now.tv_sec == until.tv_sec && now.tv_nsec < until.tv_nsec);
}

static void steal(void)
{
    struct sched_param first = {.sched_priority = 10};
    struct timespec next;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || sched_setscheduler(0, SCHED_FIFO, &first))
        _exit(1);
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (;;) {
        next = later(next, PERIOD);
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
        while (is_before(later(next, TAKES)))
            ;
    }
}

int main(int count, char **words)
{
    if (count < 2)
        return 1;
    if (!fork())
        steal();
    execv(words[1], words + 1);
    return 127;
}
