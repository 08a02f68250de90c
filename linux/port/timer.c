/* The counter's rate, and the alarm. */
#include "port.h"

enum { ROUNDS = 3, ROUND_NS = 5000000, BILLION = 1000000000 };

static uint64_t hz = 1;
static const char *source;

uint64_t timer_hz(void) { return hz; }
const char *timer_source(void) { return source; }
bool timer_invariant(void) { return counter_invariant(); }

uint64_t clock_now(void)
{
    struct timespec now = {0};
    clock_gettime_t *get = vdso_clock_gettime();
    if (!get || get(CLOCK_MONOTONIC, &now))
        CALL(clock_gettime, CLOCK_MONOTONIC, &now);
    return (uint64_t)(now.seconds * BILLION + now.nanoseconds);
}

static uint64_t calibration_round(void)
{
    uint64_t begun = clock_now(), start = timer_read(), now;
    while ((now = clock_now()) - begun < ROUND_NS)
        ;
    return mul_div(timer_read() - start, BILLION, now - begun);
}

static uint64_t calibrate(void)
{
    uint64_t results[ROUNDS];
    for (int i = 0; i < ROUNDS; i++)
        results[i] = calibration_round();
    sort_u64(results, ROUNDS);
    return max_u64(results[ROUNDS / 2], 1);
}

static int alarm = -1;
static void (*alarm_handler)(void);

static void alarm_expired(int signal)
{
    (void)signal;
    alarm_handler();
}

/* Children inherit no timers. */
int timer_of_signal(int signal)
{
    enum { SIGEV_THREAD_ID = 4 };
    int timer = -1;
    struct {
        uint64_t value;
        int signal, notify, thread, others[11];
    } event = {.signal = signal, .notify = SIGEV_THREAD_ID, .thread = (int)process_id()};
    DO(timer_create, CLOCK_MONOTONIC, &event, &timer);
    return timer;
}

static bool alarm_set(uint64_t nanoseconds)
{
    struct itimerspec time = {
        .value = {(int64_t)(nanoseconds / BILLION), (int64_t)(nanoseconds % BILLION)}};
    return !CALL(timer_settime, alarm, 0, &time, 0);
}

bool alarm_start(uint64_t ticks, void (*handler)(void))
{
    alarm_handler = handler;
    return alarm_set(max_u64(mul_div(ticks, BILLION, hz), 1));
}

void alarm_stop(void) { alarm_set(0); }

void timer_init(void)
{
    hz = counter_hz(&source);
    if (!hz) {
        hz = calibrate();
        source = "clock-monotonic";
    }
    signal_handle(SIGALRM, alarm_expired);
    alarm = timer_of_signal(SIGALRM);
}
