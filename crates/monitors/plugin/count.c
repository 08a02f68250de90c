/*
 * A QEMU plugin that counts the sensitive instructions that the guest executes, by kind, into
 * a file that the host tool has open as well: entries of 32 bytes, a name of up to 23
 * characters and its count.
 *
 *   -plugin count.so,counts=PATH
 */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "plugin.h"

enum { KINDS = 64, NAME = 24 };

struct kind {
    char name[NAME];
    uint64_t count;
};

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static struct kind *kinds;
static decode_t *decode;

static void executed(unsigned cpu, void *kind)
{
    (void)cpu;
    __atomic_fetch_add(&((struct kind *)kind)->count, 1, __ATOMIC_RELAXED);
}

/* The entry of a kind, made when its first instruction is translated. QEMU translates on
 * several threads, so that an entry has to be taken in one step. */
static struct kind *find(const char *name)
{
    static const char *taken[KINDS]; /* names are constants: the same name, the same pointer */
    for (int i = 0; i < KINDS; i++) {
        const char *nobody = NULL;
        if (__atomic_compare_exchange_n(&taken[i], &nobody, name, 0, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST))
            strncpy(kinds[i].name, name, NAME - 1);
        else if (nobody != name)
            continue;
        return &kinds[i];
    }
    return NULL;
}

static void translated(plugin_id id, struct block *block)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        struct instruction *instruction = qemu_plugin_tb_get_insn(block, i);
        const char *name =
            decode(qemu_plugin_insn_data(instruction), qemu_plugin_insn_size(instruction));
        struct kind *kind = name ? find(name) : NULL;
        if (kind)
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, executed, NO_REGISTERS, kind);
    }
}

/* The linker gathers every architecture's decoder between these two. */
extern const struct decoder *const __start_decoders[], *const __stop_decoders[];

static decode_t *decoder_for(const char *target)
{
    for (const struct decoder *const *one = __start_decoders; one < __stop_decoders; one++)
        if (!strcmp((*one)->target, target))
            return (*one)->decode;
    return NULL;
}

static struct kind *map(const char *path)
{
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return NULL;
    void *memory = mmap(NULL, KINDS * sizeof *kinds, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return memory == MAP_FAILED ? NULL : memory;
}

__attribute__((visibility("default"))) int
qemu_plugin_install(plugin_id id, const struct target *target, int argc, char **argv)
{
    static const char option[] = "counts=";
    for (int i = 0; i < argc; i++)
        if (!strncmp(argv[i], option, strlen(option)))
            kinds = map(argv[i] + strlen(option));
    if (!kinds)
        return 1;
    decode = decoder_for(target->name);
    if (decode)
        qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
