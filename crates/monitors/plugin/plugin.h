/*
 * What is used of QEMU's plugin interface, version 1 (QEMU documentation, "QEMU TCG Plugins").
 * Debian ships no header for it.
 */
#ifndef PLUGIN_H
#define PLUGIN_H

#include <stddef.h>
#include <stdint.h>

typedef uint64_t plugin_id;
struct block;
struct instruction;

enum { NO_REGISTERS = 0 };

struct target {
    const char *name; /* the first member of qemu_info_t; the others are not used */
};

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct block *));
size_t qemu_plugin_tb_n_insns(const struct block *);
struct instruction *qemu_plugin_tb_get_insn(const struct block *, size_t);
const void *qemu_plugin_insn_data(const struct instruction *);
size_t qemu_plugin_insn_size(const struct instruction *);
void qemu_plugin_register_vcpu_insn_exec_cb(struct instruction *, void (*)(unsigned, void *), int,
                                            void *);

/* Tells the name of an instruction that virtualization is sensitive to, from its bytes; NULL
 * for all others. */
typedef const char *decode_t(const uint8_t *code, size_t size);

struct decoder {
    const char *target; /* the architecture, as QEMU calls it */
    decode_t *decode;
};

/* Registers an architecture's decoder: a file in the folder here that has its name. */
#define DECODER(name, function)                             \
    static const struct decoder decoder = {name, function}; \
    __attribute__((used, section("decoders"))) static const struct decoder *const entry = &decoder

#endif
