/*
 * What is used of QEMU's plugin interface (QEMU documentation, "QEMU TCG Plugins"), in one shape
 * for all of its versions: a library is built for each version that changed the shape, and QEMU
 * takes the one that it is asked with. Debian ships no header for it.
 */
#ifndef QEMU_H
#define QEMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t plugin_id;
struct block;
struct instruction;

/* What a callback does with the processor's registers. */
enum { NO_REGISTERS = 0, READS_REGISTERS = 1 };

size_t qemu_plugin_tb_n_insns(const struct block *);
struct instruction *qemu_plugin_tb_get_insn(const struct block *, size_t);
size_t qemu_plugin_insn_size(const struct instruction *);
uint64_t qemu_plugin_insn_vaddr(const struct instruction *);
void qemu_plugin_register_vcpu_insn_exec_cb(struct instruction *, void (*)(unsigned, void *), int,
                                            void *);

/* The code of an instruction: none is longer. */
struct code {
    size_t size;
    uint8_t bytes[15];
};
struct code instruction_code(const struct instruction *);

/* Adds 1 to `count` for each execution of an instruction. */
void instruction_counts(struct instruction *, uint64_t *count);

/* Has a function called when a processor starts, when a block is translated, when all has ended. */
void when_processor_starts(plugin_id, void (*)(unsigned processor));
void when_translated(plugin_id, void (*)(struct block *));
void when_ended(plugin_id, void (*)(void));

/* How many processors the machine has. */
int machine_processors(void);

/* The value of the argument `key=value`, or "". */
const char *argument(int argc, char **argv, const char *key);

/* A plugin has these two. What this QEMU, which emulates `target`, lacks for it: the end of a
 * sentence, or NULL. */
const char *plugin_lacks(const char *target);

/* Begins its work by these arguments; false when it cannot. */
bool plugin_begins(plugin_id, int argc, char **argv);

#endif
