/*
 * A QEMU plugin for the tests: counts the loads from addresses at or above 2^46. There the
 * kernel has nothing but the window in which the memory benchmarks map their pages, on every
 * architecture. Prints "window-loads N" when the guest ends.
 *
 * Debian ships no header for QEMU's plugin interface; what is used of it is declared here
 * (QEMU documentation, "QEMU TCG Plugins"). It is the same in versions 1 to 7 of the interface;
 * -DAPI says for which.
 */
#include <inttypes.h>
#include <stdio.h>

typedef uint64_t plugin_id;
typedef uint32_t meminfo;
struct tb;
struct insn;

/* Reads and writes: QEMU 7.2 drops some reads of a callback that asks for reads alone. */
enum { NO_REGISTERS = 0, READS_AND_WRITES = 3 };

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct tb *));
size_t qemu_plugin_tb_n_insns(const struct tb *);
struct insn *qemu_plugin_tb_get_insn(const struct tb *, size_t);
void qemu_plugin_register_vcpu_mem_cb(struct insn *, void (*)(unsigned, meminfo, uint64_t, void *),
                                      int, int, void *);
_Bool qemu_plugin_mem_is_store(meminfo);
void qemu_plugin_register_atexit_cb(plugin_id, void (*)(plugin_id, void *), void *);

__attribute__((visibility("default"))) int qemu_plugin_version = API;

static uint64_t loads;

static void loaded(unsigned cpu, meminfo info, uint64_t address, void *unused)
{
    (void)cpu, (void)unused;
    if (address >> 46 && !qemu_plugin_mem_is_store(info))
        __atomic_fetch_add(&loads, 1, __ATOMIC_RELAXED);
}

static void translated(plugin_id id, struct tb *tb)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++)
        qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(tb, i), loaded, NO_REGISTERS,
                                         READS_AND_WRITES, NULL);
}

static void ended(plugin_id id, void *unused)
{
    (void)id, (void)unused;
    fprintf(stderr, "window-loads %" PRIu64 "\n", loads);
}

__attribute__((visibility("default"))) int qemu_plugin_install(plugin_id id, const void *info,
                                                               int argc, char **argv)
{
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
