#include "state.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>

/* As the linker knows them: bx_real_sim_c::get_param, bx_shadow_num_c::get64,
 * bx_shadow_bool_c::get64, BX_CPU_C::VMread32 (Bochs, gui/siminterface.h, gui/paramtree.h,
 * cpu/cpu.h). */
#define FIND "_ZN13bx_real_sim_c9get_paramEPKcP10bx_param_c"
#define NUMBER "_ZN15bx_shadow_num_c5get64Ev"
#define FLAG "_ZN16bx_shadow_bool_c5get64Ev"
#define FIELD "_ZN8BX_CPU_C8VMread32Ej"
#define SIMULATOR "SIM"
#define PROCESSORS "bx_cpu_array"

typedef const struct number *finder(void *simulator, const char *name, void *base);
typedef int64_t getter(const struct number *);
typedef uint32_t reader(void *processor, unsigned encoding);

static const struct number *find(unsigned processor, const char *name, const char *reads)
{
    void **simulator = dlsym(RTLD_DEFAULT, SIMULATOR);
    finder *finds = (finder *)dlsym(RTLD_DEFAULT, FIND);
    char path[64];
    snprintf(path, sizeof path, "bochs.cpu%u.%s", processor, name);
    bool is_there = simulator && finds && dlsym(RTLD_DEFAULT, reads);
    return is_there ? finds(*simulator, path, NULL) : NULL;
}

static int64_t value(const struct number *number, getter **reads, const char *name)
{
    if (!number)
        return 0;
    if (!*reads)
        *reads = (getter *)dlsym(RTLD_DEFAULT, name);
    return (*reads)(number);
}

const struct number *state_number(unsigned processor, const char *name)
{
    return find(processor, name, NUMBER);
}

const struct number *state_flag(unsigned processor, const char *name)
{
    return find(processor, name, FLAG);
}

uint64_t number_value(const struct number *number)
{
    static getter *reads;
    return (uint64_t)value(number, &reads, NUMBER);
}

bool flag_value(const struct number *flag)
{
    static getter *reads;
    return value(flag, &reads, FLAG) != 0;
}

uint32_t control_field(unsigned processor, unsigned encoding)
{
    void ***processors = dlsym(RTLD_DEFAULT, PROCESSORS);
    reader *reads = (reader *)dlsym(RTLD_DEFAULT, FIELD);
    return processors && reads ? reads((*processors)[processor], encoding) : 0;
}
