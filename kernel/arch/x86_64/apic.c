#include "apic.h"

#include <lib.h>
#include <options.h>
#include <posih.h>

#include "x86.h"

enum {
    MSR_APIC_BASE = 0x1b,
    BASE_X2APIC = 1 << 10,
    BASE_ENABLE = 1 << 11,

    SOFTWARE_ENABLE = 1 << 8,
    DELIVERY_PENDING = 1 << 12,
    DELIVERY_INIT = 5 << 8 | 1 << 14, /* level assert */
    DELIVERY_STARTUP = 6 << 8 | 1 << 14,
    DIVIDE_BY_16 = 3
};

static enum { NO_APIC, XAPIC, X2APIC } mode;
static volatile uint8_t *registers;

uint32_t apic_read(uint32_t reg)
{
    if (mode == X2APIC)
        return (uint32_t)rdmsr(APIC_MSR(reg));
    return *(volatile uint32_t *)(registers + reg);
}

void apic_write(uint32_t reg, uint32_t value)
{
    if (mode == X2APIC)
        wrmsr(APIC_MSR(reg), value);
    else
        *(volatile uint32_t *)(registers + reg) = value;
}

static bool x2apic_wanted(void)
{
    bool able = cpuid(1, 0).ecx & 1 << 21;
    bool active = rdmsr(MSR_APIC_BASE) & BASE_X2APIC; /* there is no way back from it */
    return able && (active || strcmp(options.irqchip, "xapic"));
}

const char *apic_init(void)
{
    static const char *const names[] = {"none", "xapic", "x2apic"};
    if (cpuid(1, 0).edx & 1 << 9) {
        registers = (volatile uint8_t *)(rdmsr(MSR_APIC_BASE) & 0xffffff000);
        mode = x2apic_wanted() ? X2APIC : XAPIC;
        apic_enable();
    }
    if (strcmp(options.irqchip, "auto") && strcmp(options.irqchip, names[mode]))
        note("irqchip=%s is not available here: using %s", options.irqchip, names[mode]);
    /* The 8259s are never used: mask them so that they deliver nothing (8259A, OCW1). */
    out8(0x21, 0xff);
    out8(0xa1, 0xff);
    return names[mode];
}

void apic_enable(void)
{
    uint64_t base = rdmsr(MSR_APIC_BASE) | BASE_ENABLE;
    wrmsr(MSR_APIC_BASE, base);
    if (mode == X2APIC)
        wrmsr(MSR_APIC_BASE, base | BASE_X2APIC);
    apic_write(APIC_SPURIOUS, SOFTWARE_ENABLE | VECTOR_SPURIOUS);
}

bool apic_present(void) { return mode != NO_APIC; }
bool apic_is_x2apic(void) { return mode == X2APIC; }
uint64_t apic_address(void) { return (uint64_t)registers; }

uint32_t apic_id(void)
{
    uint32_t id = apic_read(APIC_ID);
    return mode == X2APIC ? id : id >> 24;
}

void apic_end_of_interrupt(void) { apic_write(APIC_EOI, 0); }

void apic_send(uint32_t id, uint32_t command)
{
    if (mode == X2APIC) {
        /* WRMSR to the x2APIC does not order older stores (SDM 3, 11.12.3): the receiver
         * must see what it was called for. */
        asm volatile("mfence" : : : "memory");
        wrmsr(APIC_MSR(APIC_COMMAND), (uint64_t)id << 32 | command);
        return;
    }
    apic_write(APIC_COMMAND_HIGH, id << 24);
    apic_write(APIC_COMMAND, command);
    while (apic_read(APIC_COMMAND) & DELIVERY_PENDING)
        cpu_relax();
}

void apic_send_call(uint32_t id) { apic_send(id, VECTOR_CALL); }
void apic_send_init(uint32_t id) { apic_send(id, DELIVERY_INIT); }

void apic_send_startup(uint32_t id, uint32_t address)
{
    apic_send(id, DELIVERY_STARTUP | address >> 12);
}

static void take(void *taken) { *(volatile bool *)taken = true; }

void apic_settle(void)
{
    enum { WAITS_PER_SECOND = 100 };
    static volatile bool taken; /* the interrupt may come later than we wait */
    if (mode == NO_APIC)
        return;
    on_cpu(0, take, (void *)&taken);
    interrupts_enable();
    uint64_t start = timer_read();
    while (!taken && timer_read() - start < timer_hz() / WAITS_PER_SECOND)
        cpu_relax();
    interrupts_disable();
}

/* ---- alarm: the APIC timer, one shot ---- */

static uint64_t timer_ticks_per_second;
static void (*alarm_handler)(void);

void apic_timer_init(void)
{
    if (mode == NO_APIC)
        return;
    enum { PART_OF_SECOND = 1000 };
    uint64_t span = timer_hz() / PART_OF_SECOND;
    apic_write(APIC_TIMER_DIVIDE, DIVIDE_BY_16);
    apic_write(APIC_TIMER, APIC_MASKED | VECTOR_ALARM);
    apic_write(APIC_TIMER_INITIAL, UINT32_MAX);
    uint64_t start = timer_read(), now;
    while ((now = timer_read()) - start < span)
        cpu_relax();
    uint64_t counted = UINT32_MAX - apic_read(APIC_TIMER_CURRENT);
    apic_write(APIC_TIMER_INITIAL, 0);
    timer_ticks_per_second = mul_div(counted, timer_hz(), now - start);
}

bool alarm_start(uint64_t ticks, void (*handler)(void))
{
    if (!timer_ticks_per_second)
        return false;
    alarm_handler = handler;
    uint64_t count = mul_div(ticks, timer_ticks_per_second, timer_hz());
    apic_write(APIC_TIMER, VECTOR_ALARM);
    apic_write(APIC_TIMER_INITIAL, (uint32_t)min_u64(max_u64(count, 1), UINT32_MAX));
    return true;
}

void alarm_stop(void)
{
    if (timer_ticks_per_second)
        apic_write(APIC_TIMER_INITIAL, 0);
}

void apic_alarm_expired(void) { alarm_handler(); }
