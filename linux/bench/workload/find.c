/* A search by name and kind, in 20 folders with 50 empty files each, or in ten such trees: VMbench
 * names no number. One search is hardly longer than a tick of Linux': hence rounds. */
#include <workload.h>

enum { FOLDERS = 20, FILES = 50, ALONE = 1, MANY = 10, ROUNDS = 4 };

static const char *words[] = {"find", "tree", "-name", "*7*", "-type", "f", NULL};
static char tree[64];
static long output;
static uint64_t found; /* files whose own name has a 7 */

static void make_folder(const char *parent, unsigned number)
{
    char path[128];
    format(path, sizeof path, "%s/folder-%02u", parent, number);
    DO(mkdirat, AT_FDCWD, path, 0700);
    for (unsigned i = 0; i < FILES; i++) {
        format(path, sizeof path, "%s/folder-%02u/file-%02u", parent, number, i);
        long file = DO(openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        DO(close, file);
        found += i % 10 == 7 || i / 10 == 7;
    }
}

static void make_tree(const char *root)
{
    DO(mkdirat, AT_FDCWD, root, 0700);
    for (unsigned i = 0; i < FOLDERS; i++)
        make_folder(root, i);
}

static void make_trees(void)
{
    char path[96];
    DO(mkdirat, AT_FDCWD, tree, 0700);
    for (unsigned i = 0; i < operand; i++) {
        format(path, sizeof path, "%s/tree-%02u", tree, i);
        make_tree(path);
    }
}

static const char *init(void)
{
    found = 0;
    copy_string(tree, temporary("tree"), sizeof tree);
    operand == ALONE ? make_tree(tree) : make_trees();
    words[1] = tree;
    output = memory_file(0);
    return workload_find(*words);
}

static void work(void)
{
    unsigned rounds = operand == ALONE ? ROUNDS : 1;
    for (unsigned i = 0; i < rounds; i++)
        workload_execute(words, output, output);
}

static void check(void)
{
    struct digest digest = workload_digest(output);
    if (digest.lines != found)
        fail("find found %lu files instead of %lu", digest.lines, found);
}

WORKLOAD(.summary = "Look for names in a tree of 1,000 files, four times (find)", .operand = ALONE,
         .flags = QUICK, .also = "VMbench: find");
WORKLOAD_VARIANT(paper, "-paper", .summary = "Look for names in a tree of 10,000 files (find)",
                 .operand = MANY, .flags = PAPER_SIZED, .also = "VMbench: find");
