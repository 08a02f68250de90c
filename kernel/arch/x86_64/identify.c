/* What kind of CPU this is, by CPUID. */
#include <lib.h>

#include "cpu.h"

static const char *trim(const char *text)
{
    while (*text == ' ')
        text++;
    return text;
}

static void identify_vendor(void)
{
    static char vendor[13];
    struct cpuid r = cpuid(0, 0);
    uint32_t words[3] = {r.ebx, r.edx, r.ecx};
    memcpy(vendor, words, 12);
    machine.cpu_vendor = vendor;
}

static void identify_model(void)
{
    static uint32_t brand[13];
    if (cpuid(0x80000000, 0).eax >= 0x80000004)
        for (uint32_t i = 0; i < 3; i++) {
            struct cpuid r = cpuid(0x80000002 + i, 0);
            memcpy(brand + 4 * i, &r, sizeof r);
        }
    machine.cpu_model = trim((const char *)brand);
}

/* Display family and model: Intel SDM 2A, CPUID leaf 1. */
void cpu_identify(void)
{
    identify_vendor();
    identify_model();
    uint32_t version = cpuid(1, 0).eax;
    unsigned family = version >> 8 & 15;
    unsigned model = version >> 4 & 15;
    if (family == 6 || family == 15)
        model += (version >> 16 & 15) << 4;
    if (family == 15)
        family += version >> 20 & 0xff;
    machine.cpu_family = family;
    machine.cpu_model_id = model;
    machine.cpu_stepping = version & 15;
}

bool cpu_is_amd(void)
{
    return !strcmp(machine.cpu_vendor, "AuthenticAMD") ||
           !strcmp(machine.cpu_vendor, "HygonGenuine");
}
