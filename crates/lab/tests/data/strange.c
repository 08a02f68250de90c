/*
 * A program that takes a plugin as QEMU does, and describes its processor in the way of QEMU 11.1,
 * or with one thing in it that nobody knows (STRANGE): an interface of another version, words
 * more in each field, a field of another size, or none of this name.
 */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOTHING, INTERFACE, LAYOUT, SIZE, NAME };
enum { WORDS = STRANGE == LAYOUT ? 17 : 12, MOST = 11 };

static const struct known {
    const char *name;
    uintptr_t size;
} known[] = {
    {"env.regs", 8},
    {"env.eip", 8},
    {"env.hflags", STRANGE == SIZE ? 8 : 4},
    {STRANGE == NAME ? "env.idtr" : "env.idt", 24},
    {"env.tr", 24},
    {"env.lstar", 8},
    {"env.xcr0", 8},
    {"env.vm_vmcb", 8},
    {"env.intercept_cr_read", 2},
    {"interrupt_request", 4},
};

static uintptr_t fields[MOST * WORDS];
uintptr_t vmstate_x86_cpu[13], vmstate_cpu_common[13];

/* What a library looks for before it asks any further. */
void x86_cpu_gdb_read_register(void) {}
void qemu_get_cpu(void) {}
void cpu_svm_has_intercept(void) {}
void cpu_vmexit(void) {}
void cpu_restore_state(void) {}
void g_byte_array_new(void) {}
void g_byte_array_set_size(void) {}
void cpu_memory_rw_debug(void) {}
void cpu_physical_memory_rw(void) {}

static void describe(void)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        uintptr_t *field = &fields[i * WORDS];
        field[0] = (uintptr_t)known[i].name;
        field[1] = 64 * i;
        field[2] = known[i].size;
    }
    vmstate_x86_cpu[12] = vmstate_cpu_common[12] = (uintptr_t)fields;
}

int main(int argc, char **argv)
{
    struct {
        const char *target;
        int oldest, newest;
        bool is_system;
        int processors;
    } information = {"x86_64", 7, 7, true, 1};
    int interface = STRANGE == INTERFACE ? 8 : 7;
    char *options = strchr(argv[argc - 1], ',');
    *options++ = 0;
    describe();
    void *library = dlopen(argv[argc - 1], RTLD_LAZY);
    int *version = library ? dlsym(library, "qemu_plugin_version") : NULL;
    if (!version || *version != interface) {
        fprintf(stderr, "Could not load plugin: this program has version %d\n", interface);
        return 1;
    }
    int (*install)(uint64_t, const void *, int, char **) = dlsym(library, "qemu_plugin_install");
    return install(1, &information, 1, &options);
}
