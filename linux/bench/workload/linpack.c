/* Elimination with partial pivoting, in double precision; the solution is all ones. GFLOPS count
 * 2/3 n³ + 2 n² operations: 5.41 million for 200 equations, 669 million for 1,000. On two CPUs,
 * each has every second row. */
#include <process.h>

enum { SMALL = 200, PAPERS = 1000, TWO_CPUS = 1 << 16 };

/* Ours and the helper's: the turns that the helper has been given, and those that it has done. */
static struct {
    int given, done;
    unsigned column;
} *turns;
static int helped;
static uint64_t n;
static unsigned cpus;
static double *matrix, *right;

static double absolute(double value) { return value < 0 ? -value : value; }
static double *row(uint64_t number) { return matrix + number * n; }

/* What LINPACK fills its matrix with. */
static void fill(void)
{
    uint64_t random = 1325;
    for (uint64_t i = 0; i < n; i++) {
        right[i] = 0;
        for (uint64_t j = 0; j < n; j++) {
            random = random * 3125 % 65536;
            row(i)[j] = ((double)random - 32768) / 16384;
            right[i] += row(i)[j];
        }
    }
}

static void swap(double *a, double *b)
{
    double kept = *a;
    *a = *b;
    *b = kept;
}

/* The row with the largest number in this column becomes the first of those left. */
static void choose_pivot(uint64_t column)
{
    uint64_t best = column;
    for (uint64_t i = column + 1; i < n; i++)
        if (absolute(row(i)[column]) > absolute(row(best)[column]))
            best = i;
    swap(&right[best], &right[column]);
    for (uint64_t j = column; j < n; j++)
        swap(&row(best)[j], &row(column)[j]);
}

/* In the rows below, from the first or the second of them on. */
static void eliminate(uint64_t column, unsigned first)
{
    const double *pivot = row(column);
    for (uint64_t i = column + 1 + first; i < n; i += cpus) {
        double *own = row(i), factor = own[column] / pivot[column];
        for (uint64_t j = column; j < n; j++)
            own[j] -= factor * pivot[j];
        right[i] -= factor * right[column];
    }
}

static void say(int *word, int value)
{
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
    CALL(futex, word, FUTEX_WAKE, 1);
}

/* Sleeps as long as a word is what it was: who spins takes a busy host's CPU from the other. */
static void await(int *word, int old)
{
    while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == old)
        CALL(futex, word, FUTEX_WAIT, old, 0);
}

static void help(void)
{
    await(&turns->given, helped);
    eliminate(turns->column, 1);
    say(&turns->done, ++helped);
}

static void eliminate_together(unsigned column)
{
    int done = turns->done;
    turns->column = column;
    say(&turns->given, done + 1);
    eliminate(column, 0);
    await(&turns->done, done);
}

static void solve(void)
{
    fill();
    for (unsigned column = 0; column < n; column++) {
        choose_pivot(column);
        cpus > 1 ? eliminate_together(column) : eliminate(column, 0);
    }
    for (uint64_t i = n; i-- > 0;) {
        for (uint64_t j = i + 1; j < n; j++)
            right[i] -= row(i)[j] * right[j];
        right[i] /= row(i)[i];
    }
}

static void solve_and_check(void)
{
    solve();
    for (uint64_t i = 0; i < n; i++)
        if (!(absolute(right[i] - 1) < 1e-6))
            fail("the solution is wrong in line %lu", i);
}

static const char *init(void)
{
    void *(*memory)(uint64_t) = operand & TWO_CPUS ? process_shared : process_memory;
    n = operand % TWO_CPUS;
    cpus = operand & TWO_CPUS ? 2 : 1;
    matrix = memory(n * n * sizeof *matrix);
    right = memory(n * sizeof *right);
    turns = memory(sizeof *turns);
    helped = 0;
    if (cpus > 1)
        partner_start(help, 1);
    return NULL;
}

TIMED_CALL(long unused = 0, , solve_and_check(), unused)

#define LINPACK(equations)                                        \
    .once = true, .init = init, .also = "Xen/KVM study: LINPACK", \
    .work = {2ULL * (equations) * (equations) * (equations) / 3 + \
                 2ULL * (equations) * (equations),                \
             "flop"}

BENCHMARK(LINPACK(SMALL), .summary = "Solve 200 linear equations (LINPACK)", .operand = SMALL);
VARIANT(paper, "-paper", LINPACK(PAPERS), .summary = "Solve 1,000 linear equations (LINPACK)",
        .operand = PAPERS, .flags = PAPER_SIZED);
VARIANT(paper_2cpus, "-paper-2cpus", LINPACK(PAPERS),
        .summary = "Solve 1,000 linear equations on two CPUs (LINPACK)",
        .operand = PAPERS | TWO_CPUS, .cpus = 2, .exits = EXITS_VARY, .flags = PAPER_SIZED);
