/* Debian's sources, out of their folder, without what needs libraries that a guest has not (TLS,
 * HTTP/2, compression, LDAP, Lua, XML, databases). The httpd must say its version. The small one
 * compiles ten files without configure, whose hundreds of processes take an emulator minutes; its
 * object must be the same each time. */
#include <sources.h>

enum { ALL_MB = 60, PART_MB = 5 };

static uint64_t hash;

static const char *init(void)
{
    static const char *const needs[] = {"apr-1-config",
                                        "apu-1-config",
                                        "bash",
                                        "pcre2-config",
                                        "/usr/include/stdio.h",
                                        "/usr/include/apr-1.0/apr.h",
                                        NULL};
    hash = 0;
    return sources_find("apache", operand, needs);
}

static void compile_all(void)
{
    SOURCES_RUN("rm -rf all && mkdir all && cd all && try \"$1/configure\" --disable-authnz-ldap "
                "--disable-brotli --disable-dbd --disable-deflate --disable-http2 --disable-ldap "
                "--disable-lua --disable-md --disable-proxy-html --disable-session-crypto "
                "--disable-ssl --disable-xml2enc && try make -s -j16");
}

static void compile_part(void)
{
    SOURCES_RUN(
        "rm -rf part && mkdir part && cd part && : >ap_config_auto.h && : >ap_config_layout.h\n"
        "{ echo 'all.o: connection.o eoc_bucket.o error_bucket.o provider.o util_cookies.o "
        "util_filter.o util_md5.o util_regex.o util_time.o vhost.o'\n"
        "printf '\\tld -r -o $@ $^\\n%%.o: $S/server/%%.c\\n\\tgcc -O2 -DLINUX -D_GNU_SOURCE -I. "
        "'\n"
        "echo '-I$S/include -I$S/os/unix -I$S/server -I/usr/include/apr-1.0 -c $<'; } >Makefile\n"
        "try make -s -j16 S=\"$1\"");
}

static void work(void)
{
    if (operand == ALL_MB)
        compile_all();
    else
        compile_part();
}

static void check_all(void)
{
    workload_object(sources_made("all/httpd"), 0);
    SOURCES_RUN("number() { sed -n \"s/^#define AP_SERVER_$1_NUMBER *//p\" $ap; }\n"
                "ap=$1/include/ap_release.h\n"
                "v=$(number MAJORVERSION).$(number MINORVERSION).$(number PATCHLEVEL)\n"
                "all/httpd -v >said && grep -q \"^Server version: Apache/$v \" said || {\n"
                "    echo \"httpd does not say that it is $v:\"; cat said; exit 1\n}");
}

static void check(void)
{
    if (operand == ALL_MB)
        check_all();
    else
        hash = workload_object(sources_made("part/all.o"), hash);
}

#define COMPILE(declare, size, ...)                                             \
    declare(.operand = size, .path = PATH_PAGING, .needs = NEEDS_MORE_PROGRAMS, \
            .cleanup = sources_cleanup, .also = "VMI: Apache compile", __VA_ARGS__)
#define LARGE(...) WORKLOAD_VARIANT(paper, "-paper", __VA_ARGS__)

COMPILE(WORKLOAD, PART_MB, .summary = "Compile ten files of Apache's with make -j16 (GCC)");
COMPILE(LARGE, ALL_MB, .summary = "Configure Apache and compile it with make -j16 (GCC)",
        .flags = PAPER_SIZED | TAKES_MINUTES | EXTRA);
