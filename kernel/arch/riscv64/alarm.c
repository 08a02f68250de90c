/* The alarm: the supervisor timer interrupt, set through Sstc's register where the CPU has
 * it and we may use it, else through SBI. */
#include <lib.h>
#include <posih.h>

#include "cpu.h"
#include "csr.h"
#include "probe.h"
#include "sbi.h"
#include "timer.h"

#define NEVER UINT64_MAX

static enum { NO_ALARM, BY_SBI, BY_STIMECMP } means;
static void (*alarm_handler)(void);
static uint64_t set_for = NEVER;

uint64_t alarm_time(void) { return set_for; }

void alarm_init(void)
{
    if (cpu_has("sstc") && csr_readable(CSR_STIMECMP))
        means = BY_STIMECMP;
    else if (sbi_has(SBI_TIME))
        means = BY_SBI;
    alarm_stop();
    if (means != NO_ALARM)
        csr_set(sie, 1 << IRQ_TIMER);
}

/* Both take back a pending interrupt when the time is in the future (SBI 6.1; privileged
 * specification, "Sstc"). */
static void set(uint64_t time)
{
    set_for = time;
    if (means == BY_STIMECMP)
        csr_write(CSR_STIMECMP, time);
    else if (means == BY_SBI)
        sbi_call(SBI_TIME, 0, time, 0, 0);
}

bool alarm_start(uint64_t ticks, void (*handler)(void))
{
    alarm_handler = handler;
    set(csr_read(time) + mul_div(ticks, timebase_hz(), timer_hz()));
    return means != NO_ALARM;
}

void alarm_stop(void) { set(NEVER); }

/* Silenced first: the handler may not come back. */
void alarm_expired(void)
{
    set(NEVER);
    alarm_handler();
}
