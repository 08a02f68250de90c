/* find in a tree of 20 folders with 50 empty files each, in the folder for temporary files, by name
 * and kind. */
#include <workload.h>

enum { FOLDERS = 20, FILES = 50 };

static const char *words[] = {"find", "tree", "-name", "*7*", "-type", "f", NULL};
static char tree[64];
static long output;
static uint64_t found; /* files whose own name has a 7 */

static void make_folder(unsigned number)
{
    char path[96];
    format(path, sizeof path, "%s/folder-%02u", tree, number);
    DO(mkdirat, AT_FDCWD, path, 0700);
    for (unsigned i = 0; i < FILES; i++) {
        format(path, sizeof path, "%s/folder-%02u/file-%02u", tree, number, i);
        long file = DO(openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        DO(close, file);
        found += i % 10 == 7 || i / 10 == 7;
    }
}

static const char *init(void)
{
    found = 0;
    copy_string(tree, temporary("tree"), sizeof tree);
    DO(mkdirat, AT_FDCWD, tree, 0700);
    for (unsigned i = 0; i < FOLDERS; i++)
        make_folder(i);
    words[1] = tree;
    output = memory_file(0);
    return workload_find(*words);
}

static void work(void) { workload_execute(words, output, output); }

static void check(void)
{
    struct digest digest = workload_digest(output);
    if (digest.lines != found)
        fail("find found %lu files instead of %lu", digest.lines, found);
}

WORKLOAD(.summary = "Look for names in a tree of 1,000 files (find)", .flags = QUICK,
         .also = "VMbench: find");
