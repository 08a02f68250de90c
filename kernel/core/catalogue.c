#include "catalogue.h"

#include "record.h"

/* Reads "#FIRST-LAST" up to a comma or the end. */
static bool parse_range(const char *text, uint64_t *first, uint64_t *last)
{
    char copy[32];
    size_t length = 0, dash = 0;
    for (; text[length] && text[length] != ',' && length < sizeof copy - 1; length++) {
        copy[length] = text[length];
        if (copy[length] == '-')
            dash = length;
    }
    if (*copy != '#' || !dash || (text[length] && text[length] != ','))
        return false;
    copy[dash] = copy[length] = '\0';
    return parse_number(copy + 1, false, first) && parse_number(copy + dash + 1, false, last);
}

/* Whether a list of names and ranges holds a benchmark with this place in the catalogue. Where each
 * instruction is emulated, by a KVM without hardware, a long list takes seconds. */
static bool list_holds(const char *list, const char *name, uint64_t position)
{
    for (;;) {
        uint64_t first, last;
        bool is_range = *list == '#' && parse_range(list, &first, &last);
        if (is_range ? first <= position && position <= last : list_begins(list, name))
            return true;
        while (*list && *list != ',')
            list++;
        if (!*list++)
            return false;
    }
}

bool is_selected(const struct benchmark *const *entry)
{
    bool quick = (*entry)->flags & QUICK || (*entry)->recommended.high;
    if (!options.benchmarks)
        return quick && !((*entry)->flags & EXTRA);
    return list_holds(options.benchmarks, (*entry)->name, (uint64_t)(entry - catalogue_start));
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
        if (*name != '#' && !is_known(name))
            note("there is no benchmark '%s' in this image", name);
    }
}

const char *unmet_need(const struct benchmark *benchmark)
{
    static char text[128];
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
    return NULL;
}
