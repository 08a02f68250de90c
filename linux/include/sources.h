/* Sources that workloads compile, in a folder for temporary files: what `guest build --with papers`
 * brings, in a guest and on this machine. */
#ifndef SOURCES_H
#define SOURCES_H

#include <workload.h>

/* Finds the sources of this name, and makes the folder for what they become, in which so many MB
 * have to be free. Needed are also programs by their names, and files by their paths; the list ends
 * with NULL. Returns why it cannot be. */
const char *sources_find(const char *name, uint64_t megabytes, const char *const *needs);

/* Runs lines of the shell's in that folder; $1 is the sources' own. What `try` stands before ends
 * them where it fails, with what it said of errors. */
#define SOURCES_RUN(lines) sources_run(SOURCES_BEGIN lines)
#define SOURCES_BEGIN                                                                 \
    "export PATH=/usr/bin:/bin:/usr/sbin LC_ALL=C TMPDIR=\"$2\"\n"                    \
    "cd \"$2\" && exec 2>&1\n"                                                        \
    "try() { \"$@\" >log 2>&1 || {\n"                                                 \
    "    grep -m3 -E 'error:|No space' log || grep -v ^make log | tail -n3; exit 1\n" \
    "}; }\n"
void sources_run(const char *script);

/* The path of a file that has been made. */
const char *sources_made(const char *name);

/* What a workload of these does last: tells what was said where it failed. */
void sources_cleanup(void);

#endif
