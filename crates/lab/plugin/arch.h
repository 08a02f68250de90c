/*
 * What an architecture is to the plugin: it tells what an instruction means for the split, and says
 * when a guest was entered and left.
 */
#ifndef ARCH_H
#define ARCH_H

#include "counts.h"
#include "extent.h"
#include "qemu.h"

struct arch {
    const char *target; /* as QEMU calls it */

    /* What this QEMU lacks for the plugin's work: the end of a sentence, or NULL. */
    const char *(*lacks)(void);

    /* Whether the processor's registers and state are where the plugin reads them; asked once,
     * while the processor waits for a translation. */
    bool (*is_proved)(void);

    /* Whether the processor is in user mode; asked while it waits for a translation. */
    bool (*is_user)(void);

    enum kind (*kind)(const struct code *);

    /* Whether an interrupt, and no fault, leads to an address; NULL where hooks tell both. */
    bool (*handles_interrupts)(uint64_t address);

    /* What an instruction of a block marks. */
    enum mark (*marks)(const struct block *, size_t index);

    /* Has what a guest does counted, of an instruction of a block; NULL where nobody can. */
    void (*watch)(const struct block *, size_t index, bool is_user);

    /* Whether a guest has the processor, where this is a part of its state; NULL where only hooks
     * tell. Whether firmware has it, which counts as the hypervisor; NULL where none is seen. */
    bool (*is_guest)(void);
    bool (*is_firmware)(void);

    /* Whether that part of a hypervisor runs which is apart from its host's kernel; NULL where none
     * has one. */
    bool (*is_apart)(void);

    /* Puts hooks where a guest is entered and left: at an instruction of a block, or at a processor
     * that has been made; NULL where the other does. */
    void (*hook)(const struct block *, size_t index);
    void (*starts)(unsigned processor);

    /* Has QEMU do what the processor does where it does not, at an instruction of a block; NULL
     * where nothing is known. */
    void (*mend)(const struct block *, size_t index);
};

/* Registers an architecture: a file in the folder here that has its name. */
#define ARCH(name) \
    __attribute__((used, section("archs"))) static const struct arch *const entry = &name

#endif
