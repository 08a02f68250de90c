/* Every step is a process or some: expr counts, three programs in a pipe sort and count. What it
 * prints is known. */
#include <workload.h>

enum { ROUNDS = 12, LINES = 200, DIFFERENT = 20 };

static const char script[] = "n=1; i=0\n"
                             "while [ $i -lt 12 ]; do\n"
                             "    i=$($2/expr $i + 1)\n"
                             "    n=$($2/expr $n '*' 31 % 1009 + $i)\n"
                             "    echo $i $n $($2/sort <$1 | $2/uniq | $2/wc -l)\n"
                             "done\n";
static const char *words[] = {"sh", "-c", script, "sh", "list", "folder", NULL};
static char list[64], wanted[ROUNDS * 16];
static long output;

static void write_list(void)
{
    char line[16];
    long file = DO(openat, AT_FDCWD, list, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    for (unsigned i = 0; i < LINES; i++) {
        size_t length = format(line, sizeof line, "line %u\n", i * 7 % DIFFERENT);
        DO_ALL((long)length, write, file, line, length);
    }
    DO(close, file);
}

static void know_answer(void)
{
    size_t length = 0;
    for (unsigned i = 1, n = 1; i <= ROUNDS; i++) {
        n = n * 31 % 1009 + i;
        length += format(wanted + length, sizeof wanted - length, "%u %u %u\n", i, n, DIFFERENT);
    }
}

static const char *init(void)
{
    static const char *const programs[] = {"expr", "sort", "uniq", "wc", "sh"};
    const char *missing = NULL;
    copy_string(list, temporary("list"), sizeof list);
    write_list();
    know_answer();
    for (unsigned i = 0; !missing && i < sizeof programs / sizeof *programs; i++)
        missing = workload_find(programs[i]);
    words[4] = list;
    words[5] = CALL(faccessat, AT_FDCWD, "/usr/bin/sort", EXECUTABLE) ? "/bin" : "/usr/bin";
    output = memory_file(0);
    return missing;
}

static void work(void) { workload_execute(words, output, output); }

static void check(void)
{
    char answer[sizeof wanted] = "";
    DO(pread64, output, answer, sizeof answer - 1, 0);
    if (strcmp(answer, wanted))
        fail("the script prints something else than it must");
}

WORKLOAD(.summary = "Run a script of 60 short processes (sh)", .path = PATH_PAGING);
