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
#include "qemu.h"

enum { KINDS = 64, NAME = 24 };

struct kind {
    char name[NAME];
    uint64_t count;
};

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

static void translated(struct block *block)
{
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        struct instruction *instruction = qemu_plugin_tb_get_insn(block, i);
        struct code code = instruction_code(instruction);
        const char *name = decode(code.bytes, code.size);
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

/* The guests of others have nothing that is counted. */
const char *plugin_lacks(const char *target)
{
    decode = decoder_for(target);
    return NULL;
}

bool plugin_begins(plugin_id id, int argc, char **argv)
{
    kinds = map(argument(argc, argv, "counts="));
    if (kinds && decode)
        when_translated(id, translated);
    return kinds;
}
