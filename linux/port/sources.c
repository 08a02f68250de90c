/* Sources that workloads compile: where they are, and the shell that compiles them. */
#include <sources.h>

#include "port.h"

static char sources[256], made[64], reason[160];
static long none, output;
static bool has_ended;

static bool is_there(const char *path) { return !CALL(faccessat, AT_FDCWD, path, 0); }

static bool are_found(const char *name)
{
    const char *place = environment("HYPERBENCH_SOURCES");
    format(sources, sizeof sources, "%s/%s", place ? place : "/usr/src/hyperbench", name);
    return is_there(sources);
}

static const char *missing(const char *need)
{
    if (*need != '/')
        return workload_find(need);
    format(reason, sizeof reason, "needs the file %s, which a compiler's packages bring", need);
    return is_there(need) ? NULL : reason;
}

static uint64_t free_megabytes(const char *path)
{
    struct { /* statfs(2) */
        uint64_t kind, unit, blocks, free, available, others[10];
    } state = {0};
    DO(statfs, path, &state);
    return state.available * state.unit >> 20;
}

const char *sources_find(const char *name, uint64_t megabytes, const char *const *needs)
{
    static const char *const always[] = {"ar", "as", "gcc", "ld", "make", NULL};
    const char *lacks = NULL;
    has_ended = true;
    if (!are_found(name)) {
        format(reason, sizeof reason,
               "needs the sources of %s: hyperbench guest build --with papers", name);
        return reason;
    }
    for (unsigned i = 0; !lacks && always[i]; i++)
        lacks = missing(always[i]);
    for (unsigned i = 0; !lacks && needs[i]; i++)
        lacks = missing(needs[i]);
    if (lacks)
        return lacks;
    copy_string(made, temporary("made"), sizeof made);
    DO(mkdirat, AT_FDCWD, made, 0700);
    none = memory_file(0);
    output = memory_file(0);
    uint64_t free = free_megabytes(made);
    format(reason, sizeof reason,
           "needs %lu MB in /tmp, where %lu are free: give a guest more --memory", megabytes, free);
    return free < megabytes ? reason : workload_find("sh");
}

void sources_run(const char *script)
{
    const char *const words[] = {"sh", "-c", script, "sh", sources, made, NULL};
    has_ended = false;
    workload_find("sh");
    workload_execute(words, none, output);
    has_ended = true;
}

const char *sources_made(const char *name)
{
    static char path[96];
    format(path, sizeof path, "%s/%s", made, name);
    return path;
}

void sources_cleanup(void)
{
    if (!has_ended)
        workload_last_words(output);
}
