#include <lib.h>
#include <options.h>
#include <posih.h>

#include "record.h"

struct options options = {
    .batches = 30,
    .idle_windows = 256,
    .budget_ms = 300,
    .timeout_ms = 5000,
    .page_size = PAGE_4K,
    .reference = true,
    .irqchip = "auto",
    .counter = "auto",
};

static char words[CMDLINE_MAX];

bool list_contains(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (;;) {
        if (!strncmp(list, name, length) && (!list[length] || list[length] == ','))
            return true;
        while (*list && *list != ',')
            list++;
        if (!*list++)
            return false;
    }
}

static bool set_iterations(const char *value)
{
    if (!strcmp(value, "auto"))
        options.iterations = ITERATIONS_AUTO;
    else if (!strcmp(value, "long"))
        options.iterations = ITERATIONS_LONG;
    else if (!strcmp(value, "paper"))
        options.iterations = ITERATIONS_PAPER;
    else if (parse_number(value, false, &options.fixed_iterations) && options.fixed_iterations)
        options.iterations = ITERATIONS_FIXED;
    else
        return false;
    return true;
}

static bool set_timing(const char *value)
{
    static const char *const names[] = {"internal", "uart", "mailbox", "marker"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(value, names[i])) {
            options.timing = (enum timing)i;
            return true;
        }
    return false;
}

static bool set_order(const char *value)
{
    options.reversed = !strcmp(value, "reversed");
    return options.reversed || !strcmp(value, "catalogue");
}

static bool set_switch(bool *option, const char *value)
{
    *option = !strcmp(value, "on");
    return *option || !strcmp(value, "off");
}

static bool set_screen(const char *value)
{
    if (!strcmp(value, "auto")) {
        options.screen = SCREEN_AUTO;
        return true;
    }
    bool on;
    if (!set_switch(&on, value))
        return false;
    options.screen = on ? SCREEN_ON : SCREEN_OFF;
    return true;
}

static bool set_page_size(const char *value)
{
    uint64_t size;
    if (!parse_number(value, true, &size) || (size != PAGE_4K && size != PAGE_2M))
        return false;
    options.page_size = size;
    return true;
}

/* A number that must be at least 1, since each of these divides or ends something. */
static bool set_positive(uint64_t *option, const char *value, bool suffixes)
{
    uint64_t number;
    if (!parse_number(value, suffixes, &number) || !number)
        return false;
    *option = number;
    return true;
}

extern const struct test_option *const test_options_start[], *const test_options_end[];

static bool set_test_option(const char *key, const char *value)
{
    for (const struct test_option *const *option = test_options_start; option < test_options_end;
         option++)
        if (!strcmp(key, (*option)->key))
            return (*option)->set(value);
    return false;
}

static bool set(const char *key, char *value)
{
    if (!strcmp(key, "bench")) {
        options.benchmarks = value;
        return true;
    }
    if (!strcmp(key, "irqchip")) {
        options.irqchip = value;
        return true;
    }
    if (!strcmp(key, "counter")) {
        options.counter = value;
        return true;
    }
    if (!strcmp(key, "iterations"))
        return set_iterations(value);
    if (!strcmp(key, "timing"))
        return set_timing(value);
    if (!strcmp(key, "idle-windows"))
        return set_positive(&options.idle_windows, value, false);
    if (!strcmp(key, "reference"))
        return set_switch(&options.reference, value);
    if (!strcmp(key, "order"))
        return set_order(value);
    if (!strcmp(key, "danger"))
        return set_switch(&options.danger, value);
    if (!strcmp(key, "quiet"))
        return set_positive(&options.quiet, value, false);
    if (!strcmp(key, "latency"))
        return set_positive(&options.latency, value, false);
    if (!strcmp(key, "count"))
        return set_positive(&options.count, value, false);
    if (!strcmp(key, "page-size"))
        return set_page_size(value);
    if (!strcmp(key, "screen"))
        return set_screen(value);
    if (!strcmp(key, "batches"))
        return set_positive(&options.batches, value, false);
    if (!strcmp(key, "budget"))
        return set_positive(&options.budget_ms, value, false);
    if (!strcmp(key, "timeout"))
        return set_positive(&options.timeout_ms, value, false);
    if (!strcmp(key, "working-set"))
        return set_positive(&options.working_set, value, true);
    if (!strcmp(key, "debug-exit"))
        return set_positive(&options.debug_exit, value, false);
    if (!strcmp(key, "null-device"))
        return set_positive(&options.null_device, value, false);
    return set_test_option(key, value);
}

/* Whether a word is one that monitors give every Linux: its parameters, and those of its modules,
 * which have a point in their name (Documentation/admin-guide/kernel-parameters.rst). */
static bool is_of_linux(const char *key)
{
    static const char names[] =
        "--,BOOT_IMAGE,acpi,console,debug,earlycon,earlyprintk,init,initrd,ip,loglevel,maxcpus,"
        "mitigations,net,noacpi,noapic,nokaslr,nomodule,nomodules,noreplace-smp,no_timer_check,"
        "no-kvmapf,nosmp,panic,pci,quiet,raid,rdinit,reboot,ro,root,rootflags,rootfstype,rootwait,"
        "rw,swiotlb,tsc,vga";
    const char *at = key;
    while (*at && *at != '.')
        at++;
    return *at || list_contains(names, key);
}

/* Loaders put the image's own path into the line. */
static bool is_path(const char *word)
{
    while (*word && *word != '/')
        word++;
    return *word;
}

static void parse_word(char *word)
{
    char *value = word;
    while (*value && *value != '=')
        value++;
    if (!*value) {
        if (word != words && !is_path(word) && !is_of_linux(word))
            note("option '%s' is not of the form key=value: ignored", word);
        return;
    }
    *value++ = '\0';
    if (!set(word, value) && !is_of_linux(word))
        note("option '%s=%s' is unknown or out of range: ignored", word, value);
}

void options_put_first(char *cmdline)
{
    const char *own = image_options;
    size_t length = strlen(own), others = strlen(cmdline);
    if (!length)
        return;
    size_t at = others ? length + 1 : length;
    others = min_u64(others, CMDLINE_MAX - 1 - at);
    for (size_t i = others; i; i--)
        cmdline[at + i - 1] = cmdline[i - 1];
    cmdline[at + others] = '\0';
    memcpy(cmdline, own, length);
    if (others)
        cmdline[length] = ' ';
}

void options_parse(const char *cmdline)
{
    copy_string(words, cmdline, sizeof words);
    char *next = words;
    while (*next) {
        char *word = next;
        while (*next && *next != ' ')
            next++;
        if (*next)
            *next++ = '\0';
        if (*word)
            parse_word(word);
    }
}
