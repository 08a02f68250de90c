/* The kernel's options, from the boot command line. docs/protocol.md lists them. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

enum iterations { ITERATIONS_AUTO, ITERATIONS_LONG, ITERATIONS_PAPER, ITERATIONS_FIXED };
enum show { SCREEN_AUTO, SCREEN_OFF, SCREEN_ON };
enum timing { TIMING_INTERNAL, TIMING_UART, TIMING_MAILBOX, TIMING_MARKER };

struct options {
    char *benchmarks; /* comma-separated names or #FIRST-LAST, NULL for the quick suite */
    bool reversed;    /* run them from the catalogue's end */
    enum iterations iterations;
    uint64_t fixed_iterations;
    uint64_t batches;
    uint64_t least;   /* of these, however little time there is */
    bool reference;   /* time the reference beside each batch */
    uint64_t quiet;   /* ticks of the reference to wait for; 0: do not wait */
    uint64_t latency; /* single operations to time; 0: measure batches instead */
    uint64_t count;   /* operations whose events the host counts; 0: none */
    bool danger;      /* run what may hang a real machine even on one */
    enum show screen; /* the summary; by itself where nothing takes the records */
    enum timing timing;
    uint64_t idle_windows; /* empty windows that show what an external channel can tell */
    uint64_t budget_ms;
    uint64_t timeout_ms;
    uint64_t working_set; /* bytes; 0 when not given */
    uint64_t page_size;
    const char *irqchip;  /* "auto" or an architecture's own names */
    const char *counter;  /* the same, for what timer_read() reads */
    uint64_t debug_exit;  /* port, 0 when there is none */
    uint64_t null_device; /* address, 0 when there is none */
    uint64_t host_memory; /* port, 0 when there is none */
    bool dirty_ring;      /* what the monitor was asked to log written pages in */
};

extern struct options options;

/* The longest options that an image can have of its own, with the NUL. */
enum { IMAGE_OPTIONS_MAX = 1024 };

/* They, as a tool has written them into the ELF file: docs/protocol.md, "Options in the ELF". */
extern const char image_options[IMAGE_OPTIONS_MAX];

/* Puts the image's own options in front of those in `cmdline`, of CMDLINE_MAX bytes, which so
 * overrule them. */
void options_put_first(char *cmdline);

/* Fills `options` from a command line, which is copied. Unknown words become notes. */
void options_parse(const char *cmdline);

/* An option that only images for tests have. TEST_OPTION, once a file, adds one. */
struct test_option {
    const char *key;
    bool (*set)(const char *value); /* returns whether the value is one; it stays in memory */
};

#define TEST_OPTION(...)                                                                      \
    static const struct test_option test_option = {__VA_ARGS__};                              \
    __attribute__((used,                                                                      \
                   section(".test_options"))) static const struct test_option *const listed = \
        &test_option

/* Whether a comma-separated list holds a name, and whether that is its first. */
bool list_contains(const char *list, const char *name);
bool list_begins(const char *list, const char *name);

#endif
