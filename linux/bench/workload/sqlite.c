/* A database in memory: rows are inserted, indexed, changed and counted. The sums are known. */
#include <workload.h>

static const char *const words[] = {"sqlite3", ":memory:", NULL};
static const char script[] =
    "create table t(a integer primary key, b integer, c text);\n"
    "with recursive n(i) as (select 1 union all select i + 1 from n where i < 4000)\n"
    "insert into t select i, i * 7919 % 10007, hex(i) from n;\n"
    "create index by_b on t(b);\n"
    "update t set b = b + 1 where a % 3 = 0;\n"
    "delete from t where c like '%35%' and b < 5000;\n"
    "select count(*), sum(b), sum(length(c)) from t;\n"
    "select count(*) from t where b between 1000 and 2000;\n"
    "select sum(x.b) from t x join t y on x.b = y.a;\n";
static const char wanted[] = "3461|18679031|25758\n288\n1974294\n";
static long input, output;

static const char *init(void)
{
    input = workload_file(script, sizeof script - 1);
    output = memory_file(0);
    return workload_find(*words);
}

static void work(void) { workload_execute(words, input, output); }

static void check(void)
{
    char answer[sizeof wanted] = "";
    DO(pread64, output, answer, sizeof answer - 1, 0);
    if (strcmp(answer, wanted))
        fail("sqlite3 answers wrongly");
}

WORKLOAD(.summary = "Fill, change and ask a database of 4,000 rows (sqlite3)", .flags = QUICK);
