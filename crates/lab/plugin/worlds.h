/*
 * What the plugin's parts share: an architecture tells what an instruction means for the split,
 * and says when a guest was entered and left.
 */
#ifndef WORLDS_H
#define WORLDS_H

#include <stddef.h>

#include "counts.h"

/* Of QEMU's plugin interface, version 1 (QEMU documentation, "QEMU TCG Plugins"); Debian ships no
 * header for it. */
typedef uint64_t plugin_id;
struct block;
struct instruction;

enum { NO_REGISTERS = 0, ADD = 0 };

struct target {
    const char *name; /* the first member of qemu_info_t; the others are not used */
};

void qemu_plugin_register_vcpu_init_cb(plugin_id, void (*)(plugin_id, unsigned));
void qemu_plugin_register_atexit_cb(plugin_id, void (*)(plugin_id, void *), void *);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct block *));
size_t qemu_plugin_tb_n_insns(const struct block *);
struct instruction *qemu_plugin_tb_get_insn(const struct block *, size_t);
const void *qemu_plugin_insn_data(const struct instruction *);
size_t qemu_plugin_insn_size(const struct instruction *);
uint64_t qemu_plugin_insn_vaddr(const struct instruction *);
void qemu_plugin_register_vcpu_insn_exec_cb(struct instruction *, void (*)(unsigned, void *), int,
                                            void *);
void qemu_plugin_register_vcpu_insn_exec_inline(struct instruction *, int, void *, uint64_t);

/* What an instruction does to the stack of functions. */
enum kind { PLAIN, CALL, RETURN };

struct arch {
    const char *target; /* as QEMU calls it */

    /* Whether the plugin can do its work in this QEMU. */
    bool (*is_usable)(void);

    /* Whether the processor is in user mode; asked while it waits for a translation. */
    bool (*is_user)(void);

    /* What an instruction does. */
    enum kind (*kind)(const uint8_t *code, size_t size);

    /* What an instruction of a block marks. */
    enum mark (*marks)(const struct block *, size_t index);

    /* Has what a guest does counted, of an instruction of a block; NULL where nobody can. */
    void (*watch)(const struct block *, size_t index, bool is_user);

    /* Puts hooks where a guest is entered and left: at an instruction of a block, or at a processor
     * that has been made; NULL where the other does. */
    void (*hook)(const struct block *, size_t index);
    void (*starts)(plugin_id, unsigned processor);

    /* Has QEMU do what the processor does where it does not, at an instruction of a block; NULL
     * where nothing is known. */
    void (*mend)(const struct block *, size_t index);
};

/* Registers an architecture: a file in the folder here that has its name. */
#define ARCH(name) \
    __attribute__((used, section("archs"))) static const struct arch *const entry = &name

/* The architecture of the machine. */
extern const struct arch *arch;

/* Whether the guest runs, as of the last instruction. */
extern bool in_guest;

/* Whether the guest is one of a guest: of a hypervisor that is a guest itself. */
extern bool is_nested;

/* The guest goes on with the next instruction. */
void guest_entered(void);

/* The guest was left before the current instruction, for the reason of this name, a constant. Its
 * last instruction was begun in the world `aborted` and did not complete; WORLDS if it did. */
void guest_left(const char *reason, enum world aborted);

/* The guest that is a hypervisor has been left; the rest as above. */
void outer_guest_left(const char *reason, enum world aborted);

#endif
