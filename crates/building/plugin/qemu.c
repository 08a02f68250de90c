/*
 * The versions of QEMU's plugin interface: 1 to QEMU 8.2; from 2 on inline operations are on
 * scoreboards, from 3 on an instruction's code is copied, from 7 on (QEMU 11) every callback gets a
 * pointer in place of the plugin's number. `API` is the one that the library is built for.
 *
 *   -plugin library.so,tried=on     ends QEMU at once, with the status 0 if it can be used
 */
#include "qemu.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

__attribute__((visibility("default"))) int qemu_plugin_version = API;

#if API < 3
const void *qemu_plugin_insn_data(const struct instruction *);
#else
size_t qemu_plugin_insn_data(const struct instruction *, void *, size_t);
#endif

struct code instruction_code(const struct instruction *instruction)
{
    struct code code = {.size = qemu_plugin_insn_size(instruction)};
    if (code.size > sizeof code.bytes)
        code.size = sizeof code.bytes;
#if API < 3
    memcpy(code.bytes, qemu_plugin_insn_data(instruction), code.size);
#else
    qemu_plugin_insn_data(instruction, code.bytes, code.size);
#endif
    return code;
}

static int processors;

int machine_processors(void) { return processors; }

enum { ADD = 0 };

#if API < 2
void qemu_plugin_register_vcpu_insn_exec_inline(struct instruction *, int, void *, uint64_t);

void instruction_counts(struct instruction *instruction, uint64_t *count)
{
    qemu_plugin_register_vcpu_insn_exec_inline(instruction, ADD, count, 1);
}
#else
struct scoreboard;
struct entry {
    struct scoreboard *board;
    size_t offset;
};
struct scoreboard *qemu_plugin_scoreboard_new(size_t);
void *qemu_plugin_scoreboard_find(struct scoreboard *, unsigned);
void qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(struct instruction *, int, struct entry,
                                                         uint64_t);

static void add(unsigned processor, void *count)
{
    (void)processor;
    ++*(uint64_t *)count;
}

/* A scoreboard has a place for each processor; here all count in one, at a distance from the first
 * processor's. With several that take turns on one thread, an inline operation ends QEMU 10 and 11
 * (accel/tcg/plugin-gen.c, gen_cpu_index changes a constant). */
void instruction_counts(struct instruction *instruction, uint64_t *count)
{
    static struct scoreboard *board;
    if (machine_processors() > 1) {
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, add, NO_REGISTERS, count);
        return;
    }
    if (!board)
        board = qemu_plugin_scoreboard_new(sizeof *count);
    size_t distance = (uintptr_t)count - (uintptr_t)qemu_plugin_scoreboard_find(board, 0);
    qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(instruction, ADD,
                                                        (struct entry){board, distance}, 1);
}
#endif

#if API < 7
#define GETS(what) (plugin_id unused, what)
#define REGISTERED(id, function) (id, function)
typedef void end_callback(plugin_id, void *);
#else
#define GETS(what) (what, void *unused)
#define REGISTERED(id, function) (id, function, NULL)
typedef void end_callback(void *);
#endif
typedef void processor_callback GETS(unsigned);
typedef void block_callback GETS(struct block *);

#if API < 7
void qemu_plugin_register_vcpu_init_cb(plugin_id, processor_callback *);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, block_callback *);
#else
void qemu_plugin_register_vcpu_init_cb(plugin_id, processor_callback *, void *);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, block_callback *, void *);
#endif
void qemu_plugin_register_atexit_cb(plugin_id, end_callback *, void *);

static void (*processor_starts)(unsigned);
static void (*translated)(struct block *);
static void (*ended)(void);

static void starts GETS(unsigned processor)
{
    (void)unused;
    processor_starts(processor);
}

static void translates GETS(struct block *block)
{
    (void)unused;
    translated(block);
}

#if API < 7
static void ends(plugin_id id, void *unused)
{
    (void)id, (void)unused;
    ended();
}
#else
static void ends(void *unused)
{
    (void)unused;
    ended();
}
#endif

void when_processor_starts(plugin_id id, void (*function)(unsigned))
{
    processor_starts = function;
    qemu_plugin_register_vcpu_init_cb REGISTERED(id, starts);
}

void when_translated(plugin_id id, void (*function)(struct block *))
{
    translated = function;
    qemu_plugin_register_vcpu_tb_trans_cb REGISTERED(id, translates);
}

void when_ended(plugin_id id, void (*function)(void))
{
    ended = function;
    qemu_plugin_register_atexit_cb(id, ends, NULL);
}

const char *argument(int argc, char **argv, const char *key)
{
    for (int i = 0; i < argc; i++)
        if (!strncmp(argv[i], key, strlen(key)))
            return argv[i] + strlen(key);
    return "";
}

/* The beginning of qemu_info_t. */
struct information {
    const char *target;
    int oldest, newest; /* versions of the interface */
    bool is_system;
    int processors;
};

__attribute__((visibility("default"))) int
qemu_plugin_install(plugin_id id, const struct information *information, int argc, char **argv)
{
    const char *lacks = plugin_lacks(information->target);
    if (lacks)
        fprintf(stderr, "plugin: %s\n", lacks);
    if (*argument(argc, argv, "tried="))
        _exit(lacks != NULL);
    processors = information->processors;
    return lacks || !plugin_begins(id, argc, argv);
}
