#include "catalogue.h"

#include "record.h"

bool is_selected(const struct benchmark *benchmark)
{
    if (options.benchmarks)
        return list_contains(options.benchmarks, benchmark->name);
    return !(benchmark->flags & EXTRA);
}

static bool is_known(const char *name)
{
    for_each_benchmark (entry)
        if (!strcmp((*entry)->name, name))
            return true;
    return false;
}

void catalogue_check_names(void)
{
    for (const char *next = options.benchmarks; next && *next;) {
        char name[64];
        size_t length = 0;
        for (; *next && *next != ','; next++)
            if (length < sizeof name - 1)
                name[length++] = *next;
        name[length] = '\0';
        next += *next == ',';
        if (!is_known(name))
            note("there is no benchmark '%s' in this image", name);
    }
}

const char *unmet_need(const struct benchmark *benchmark)
{
    static char text[128];
    const char *reason = NULL;
    if (benchmark->cpus > cpu_count()) {
        format(text, sizeof text, "needs %lu CPUs, the machine has %u", benchmark->cpus,
               cpu_count());
        return text;
    }
    if ((benchmark->flags & DANGEROUS_ON_METAL) && !strcmp(machine.hypervisor, "none") &&
        !options.danger)
        return "dangerous on a real machine: it runs there only when --bench names it";
    if ((benchmark->needs & NEEDS_UART) && !uart_present())
        return "needs a serial port, and none answered";
    if ((benchmark->needs & NEEDS_COLD_MEMORY) && cold_memory().size < PAGE_2M)
        return "needs 2 MiB of untouched memory";
    if ((benchmark->needs & NEEDS_HYPERCALL) && !hypercall_find(&reason))
        return reason;
    return NULL;
}
