/* A database of 2,000 rows in a file, 10,000 in the paper's size, with a journal and fsync at each
 * end: a row by its key (simple), or ten reads, a sum, two updates, a delete and an insert
 * (complex). Keys are drawn, the same each time; the sums are known. The paper's 64 threads are
 * here 25 transactions for each, one after the other. */
#include <workload.h>

enum {
    FEW = 100,
    PER_THREAD = 25,
    PER_TRANSACTION = 1024,
    READS = 10,
    RANGE = 20,
    MOST_ROWS = 10000
};
enum mix { SIMPLE, COMPLEX, PAPERS };

static const char *words[] = {"sqlite3", "database", NULL};
static char database[64], journal[80], wanted[64];
static uint64_t rows, transactions, values[MOST_ROWS + 1];
static uint64_t drawn;
static long input, output;

static uint64_t draw(void)
{
    drawn = drawn * 6364136223846793005 + 1442695040888963407;
    return (drawn >> 33) % rows + 1;
}

static size_t write_change(char *text)
{
    uint64_t first = draw(), second = draw(), third = draw();
    size_t length = format(text, 512,
                           "select sum(v) from t where k between %lu and %lu;\n"
                           "update t set v = v + 1 where k = %lu;\n"
                           "update t set c = 'changed' where k = %lu;\n"
                           "delete from t where k = %lu;\n"
                           "insert into t values(%lu, %lu, 'new');\n",
                           first, first + RANGE, first, second, third, third, third * 3);
    values[first]++;
    values[third] = third * 3;
    return length;
}

/* What sqlite3 is asked; `values` is what it has to come to. */
static size_t write_script(char *text, size_t size)
{
    size_t length = format(text, size,
                           "create table t(k integer primary key, v integer, c text);\n"
                           "with recursive n(i) as (select 1 union all select i + 1 from n\n"
                           "where i < %lu) insert into t select i, i * 2, hex(i) from n;\n",
                           rows);
    for (uint64_t i = 1; i <= rows; i++)
        values[i] = i * 2;
    drawn = 1;
    for (uint64_t i = 0; i < transactions; i++) {
        length += format(text + length, size - length, "begin;\n");
        for (unsigned j = 0; j < READS; j++)
            length +=
                format(text + length, size - length, "select c from t where k = %lu;\n", draw());
        if (operand & COMPLEX)
            length += write_change(text + length);
        length += format(text + length, size - length, "commit;\n");
    }
    return length + format(text + length, size - length,
                           "select '=', count(*), sum(v), sum(v * k) from t;\n");
}

static void know_answer(void)
{
    uint64_t sum = 0, weighted = 0;
    for (uint64_t i = 1; i <= rows; i++) {
        sum += values[i];
        weighted += values[i] * i;
    }
    format(wanted, sizeof wanted, "=|%lu|%lu|%lu\n", rows, sum, weighted);
}

static const char *init(void)
{
    bool are_many = operand & PAPERS;
    rows = are_many ? MOST_ROWS : MOST_ROWS / 5;
    transactions = are_many ? PER_THREAD * 64 : FEW;
    size_t size = (transactions + 1) * PER_TRANSACTION;
    char *text = process_memory(size);
    copy_string(database, temporary("database"), sizeof database);
    format(journal, sizeof journal, "%s-journal", database);
    words[1] = database;
    input = workload_file(text, write_script(text, size));
    output = memory_file(0);
    know_answer();
    return workload_find(*words);
}

static void work(void)
{
    CALL(unlinkat, AT_FDCWD, database, 0);
    CALL(unlinkat, AT_FDCWD, journal, 0);
    workload_execute(words, input, output);
}

static void check(void)
{
    enum { SEEK_END = 2 };
    char answer[sizeof wanted] = "";
    long size = DO(lseek, output, 0, SEEK_END), length = (long)strlen(wanted);
    DO(pread64, output, answer, length,
       max_u64((uint64_t)size, (uint64_t)length) - (uint64_t)length);
    if (strcmp(answer, wanted))
        fail("the sums at the end are others than they must be");
}

#define OLTP(id, suffix, verb, text, kind, ...)                                               \
    WORKLOAD_VARIANT(id, suffix, .summary = verb " rows of a database in " text " (sqlite3)", \
                     .operand = kind, __VA_ARGS__)

WORKLOAD_LOOPS
OLTP(simple, "-simple", "Read", "transactions", SIMPLE, .work = {FEW, "transaction"},
     .also = "VMI: sysbench simple");
OLTP(complex, "-complex", "Read and change", "transactions", COMPLEX, .work = {FEW, "transaction"},
     .also = "VMI: sysbench complex, transactions");
OLTP(simple_paper, "-simple-paper", "Read", "1,600 transactions", SIMPLE | PAPERS,
     .work = {PER_THREAD * 64, "transaction"}, .flags = PAPER_SIZED,
     .also = "VMI: sysbench simple");
OLTP(complex_paper, "-complex-paper", "Read and change", "1,600 transactions", COMPLEX | PAPERS,
     .work = {PER_THREAD * 64, "transaction"}, .flags = PAPER_SIZED,
     .also = "VMI: sysbench complex, transactions");
