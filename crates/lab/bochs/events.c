#include "events.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#include "usage.h"

/* What executes a CPUID: BX_CPU_C::CPUID, as the linker knows it (Bochs, cpu/cpu.h), of which the
 * decoded instruction begins with the address. */
#define CPUID "_ZN8BX_CPU_C5CPUIDEP15bxInstruction_c"

static uint64_t cpuid;
static uint64_t *asked;

void events_begin(void)
{
    cpuid = (uintptr_t)dlsym(RTLD_DEFAULT, CPUID);
    asked = usage_counter("user_cpuid");
    usage_counter("interrupt");
}

static bool is_cpuid(const char *instruction) { return !memcmp(instruction, &cpuid, sizeof cpuid); }

bool events_decoded(const char *instruction, const uint8_t *code, unsigned size)
{
    static const uint8_t coded[] = {0x0f, 0xa2}; /* Intel SDM vol. 2A, CPUID */
    return size != sizeof coded || memcmp(code, coded, size) || is_cpuid(instruction);
}

void events_executed(const char *instruction, bool is_user)
{
    if (!is_user)
        return;
    usage_works(0, NULL);
    *asked += is_cpuid(instruction);
}

void events_halts(unsigned cpu) { usage_halts(cpu, NULL); }

void events_interrupted(unsigned cpu, unsigned vector)
{
    (void)cpu, (void)vector;
    usage_interrupted();
}
