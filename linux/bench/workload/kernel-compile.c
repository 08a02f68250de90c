/* Debian's sources, out of their folder. The paper's size is `make tinyconfig`, some 480 files in
 * C; a part is its mm/, some 45, with what that takes prepared untimed; the small one is eight
 * files of a library of Linux' own tools. The ELF file must be the same each time: a boot compiles
 * the kernel, or the part, once.
 */
#include <sources.h>

/* The shell of a guest has commands of its own of these names, which can do less. */
#define TOOLS "AR=/usr/bin/ar HOSTAR=/usr/bin/ar"

enum { KERNEL_MB = 150, PART_MB = 60, LIBRARY_MB = 10 };

/* Of a folder $2, which is configured. */
#define MAKE_KERNEL                                                                    \
    "try make -s -j16 " TOOLS                                                          \
    " XZ=/usr/bin/xz -C \"$1\" O=\"$2\" ARCH=\"$(uname -m)\" KBUILD_BUILD_HOST=guest " \
    "KBUILD_BUILD_TIMESTAMP='Thu Jan 1 00:00:00 UTC 1970' KBUILD_BUILD_USER=root "

static const char *path;
static uint64_t hash;

static const char *init(void)
{
    static const char *const needs[] = {
        "bc", "bison", "flex", "objcopy", "xz", "/usr/include/gelf.h", "/usr/include/stdio.h",
        NULL};
    hash = 0;
    const char *missing = sources_find("linux", operand, needs);
    if (missing || operand == LIBRARY_MB)
        return missing;
    SOURCES_RUN("try make -s -C \"$1\" O=\"$2\" ARCH=\"$(uname -m)\" tinyconfig");
    if (operand == PART_MB)
        SOURCES_RUN(MAKE_KERNEL "prepare");
    return NULL;
}

static void compile_kernel(void)
{
    path = "vmlinux";
    SOURCES_RUN(MAKE_KERNEL "all");
}

static void compile_part(void)
{
    path = "mm/all.o";
    SOURCES_RUN(MAKE_KERNEL "mm/ && try ld -r -o mm/all.o --whole-archive mm/built-in.a");
}

static void compile_library(void)
{
    path = "library/libsubcmd-in.o";
    SOURCES_RUN("rm -rf library && mkdir library && "
                "try make -s -j16 " TOOLS " -C \"$1/tools/lib/subcmd\" O=\"$2/library\"");
}

static void work(void)
{
    if (operand == KERNEL_MB)
        compile_kernel();
    else if (operand == PART_MB)
        compile_part();
    else
        compile_library();
}

static void check(void) { hash = workload_object(sources_made(path), hash); }

#define COMPILE(declare, size, ...)                                                          \
    declare(.operand = size, .path = PATH_PAGING, .needs = NEEDS_MORE_PROGRAMS,              \
            .cleanup = sources_cleanup, .also = "VMI: kernel compile; VMbench: kernelbuild", \
            __VA_ARGS__)
#define PART(...) WORKLOAD_VARIANT(part, "-part-paper", __VA_ARGS__)
#define LARGE(...) WORKLOAD_VARIANT(paper, "-paper", __VA_ARGS__)

COMPILE(WORKLOAD, LIBRARY_MB, .summary = "Compile a library of Linux' tools with make -j16 (GCC)");
COMPILE(PART, PART_MB, .summary = "Compile a small Linux kernel's mm/ with make -j16 (GCC)",
        .flags = PAPER_SIZED | TAKES_MINUTES | EXTRA);
COMPILE(LARGE, KERNEL_MB, .summary = "Compile a small Linux kernel with make -j16 (GCC)",
        .flags = PAPER_SIZED | TAKES_MINUTES | EXTRA);
