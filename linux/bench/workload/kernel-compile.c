/* Debian's sources, out of their folder. The paper's size is what `make tinyconfig` leaves in, some
 * 480 files in C, configured untimed; the small one is eight files of a library of Linux' own
 * tools. The ELF file that comes out must be the same each time: a boot compiles the kernel once.
 */
#include <sources.h>

/* The shell of a guest has commands of its own of these names, which can do less. */
#define TOOLS "AR=/usr/bin/ar HOSTAR=/usr/bin/ar"

enum { KERNEL_MB = 150, LIBRARY_MB = 10 };

static const char *path;
static uint64_t hash;

static const char *init(void)
{
    static const char *const needs[] = {
        "bc", "bison", "flex", "objcopy", "xz", "/usr/include/gelf.h", "/usr/include/stdio.h",
        NULL};
    hash = 0;
    const char *missing = sources_find("linux", operand, needs);
    if (!missing && operand == KERNEL_MB)
        SOURCES_RUN("try make -s -C \"$1\" O=\"$2\" ARCH=\"$(uname -m)\" tinyconfig");
    return missing;
}

static void compile_kernel(void)
{
    path = "vmlinux";
    SOURCES_RUN("try make -s -j16 " TOOLS
                " XZ=/usr/bin/xz -C \"$1\" O=\"$2\" ARCH=\"$(uname -m)\" KBUILD_BUILD_HOST=guest "
                "KBUILD_BUILD_TIMESTAMP='Thu Jan 1 00:00:00 UTC 1970' KBUILD_BUILD_USER=root all");
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
    else
        compile_library();
}

static void check(void) { hash = workload_object(sources_made(path), hash); }

#define COMPILE(declare, size, ...)                                             \
    declare(.operand = size, .path = PATH_PAGING, .needs = NEEDS_MORE_PROGRAMS, \
            .cleanup = sources_cleanup, __VA_ARGS__)
#define LARGE(...) WORKLOAD_VARIANT(paper, "-paper", __VA_ARGS__)

COMPILE(WORKLOAD, LIBRARY_MB, .summary = "Compile a library of Linux' tools with make -j16 (GCC)",
        .also = "VMI: kernel compile; VMbench: kernelbuild");
COMPILE(LARGE, KERNEL_MB, .summary = "Compile a small Linux kernel with make -j16 (GCC)",
        .flags = PAPER_SIZED | TAKES_MINUTES | EXTRA,
        .also = "VMI: kernel compile; VMbench: kernelbuild");
