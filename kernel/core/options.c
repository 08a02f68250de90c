#include <lib.h>
#include <options.h>
#include <posih.h>

#include "record.h"

struct options options = {
    .batches = 30,
    .least = 6,
    .idle_windows = 256,
    .budget_ms = 300,
    .timeout_ms = 5000,
    .page_size = PAGE_4K,
    .reference = true,
    .irqchip = "auto",
    .counter = "auto",
};

static char words[CMDLINE_MAX];

bool list_begins(const char *list, const char *name)
{
    for (; *name && *list == *name; name++)
        list++;
    return !*name && (!*list || *list == ',');
}

bool list_contains(const char *list, const char *name)
{
    while (!list_begins(list, name)) {
        while (*list && *list != ',')
            list++;
        if (!*list++)
            return false;
    }
    return true;
}

static bool set_text(void *option, char *value)
{
    *(char **)option = value;
    return true;
}

static bool set_switch(void *option, char *value)
{
    bool is_on = !strcmp(value, "on");
    *(bool *)option = is_on;
    return is_on || !strcmp(value, "off");
}

static bool set_order(void *reversed, char *value)
{
    bool is_reversed = !strcmp(value, "reversed");
    *(bool *)reversed = is_reversed;
    return is_reversed || !strcmp(value, "catalogue");
}

static bool set_dirty_log(void *is_ring, char *value)
{
    *(bool *)is_ring = !strcmp(value, "ring");
    return *(bool *)is_ring || !strcmp(value, "bitmap");
}

/* Numbers and sizes must be at least 1, since each of these divides or ends something. */
static bool set_positive(uint64_t *option, const char *value, bool suffixes)
{
    uint64_t number;
    if (!parse_number(value, suffixes, &number) || !number)
        return false;
    *option = number;
    return true;
}

static bool set_number(void *option, char *value) { return set_positive(option, value, false); }
static bool set_size(void *option, char *value) { return set_positive(option, value, true); }

static bool set_page_size(void *option, char *value)
{
    uint64_t size;
    if (!parse_number(value, true, &size) || (size != PAGE_4K && size != PAGE_2M))
        return false;
    *(uint64_t *)option = size;
    return true;
}

/* The enumerators that words stand for, from 0. */
static bool set_word(unsigned *option, const char *value, const char *const *words)
{
    for (unsigned i = 0; words[i]; i++)
        if (!strcmp(value, words[i])) {
            *option = i;
            return true;
        }
    return false;
}

static bool set_timing(void *option, char *value)
{
    static const char *const channels[] = {"internal", "uart", "mailbox", "marker", NULL};
    return set_word(option, value, channels);
}

static bool set_screen(void *option, char *value)
{
    static const char *const uses[] = {"auto", "off", "on", NULL};
    return set_word(option, value, uses);
}

static bool set_iterations(void *option, char *value)
{
    static const char *const ways[] = {"auto", "long", "paper", NULL};
    if (set_word(option, value, ways))
        return true;
    if (!set_number(&options.fixed_iterations, value))
        return false;
    options.iterations = ITERATIONS_FIXED;
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
    static const struct {
        const char *key;
        bool (*set)(void *option, char *value); /* returns whether the value is one */
        void *option;
    } known[] = {
        {"batches", set_number, &options.batches},
        {"bench", set_text, &options.benchmarks},
        {"budget", set_number, &options.budget_ms},
        {"count", set_number, &options.count},
        {"counter", set_text, &options.counter},
        {"danger", set_switch, &options.danger},
        {"debug-exit", set_number, &options.debug_exit},
        {"dirty-log", set_dirty_log, &options.dirty_ring},
        {"host-memory", set_number, &options.host_memory},
        {"idle-windows", set_number, &options.idle_windows},
        {"irqchip", set_text, &options.irqchip},
        {"iterations", set_iterations, &options.iterations},
        {"latency", set_number, &options.latency},
        {"least", set_number, &options.least},
        {"null-device", set_number, &options.null_device},
        {"order", set_order, &options.reversed},
        {"page-size", set_page_size, &options.page_size},
        {"quiet", set_number, &options.quiet},
        {"reference", set_switch, &options.reference},
        {"screen", set_screen, &options.screen},
        {"timeout", set_number, &options.timeout_ms},
        {"timing", set_timing, &options.timing},
        {"working-set", set_size, &options.working_set},
    };
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(key, known[i].key))
            return known[i].set(known[i].option, value);
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
