/* LINPACK's problem: 200 linear equations are solved by elimination with partial pivoting, in
 * double precision. The solution is known to be all ones. In GFLOPS it is 5.41 million operations,
 * 2/3 n³ + 2 n², divided by the time. */
#include <process.h>

enum { N = 200 };

static double (*matrix)[N], *right;

static double absolute(double value) { return value < 0 ? -value : value; }

/* What LINPACK fills its matrix with. */
static void fill(void)
{
    uint64_t random = 1325;
    for (unsigned i = 0; i < N; i++) {
        right[i] = 0;
        for (unsigned j = 0; j < N; j++) {
            random = random * 3125 % 65536;
            matrix[i][j] = ((double)random - 32768) / 16384;
            right[i] += matrix[i][j];
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
static void choose_pivot(unsigned column)
{
    unsigned best = column;
    for (unsigned i = column + 1; i < N; i++)
        if (absolute(matrix[i][column]) > absolute(matrix[best][column]))
            best = i;
    swap(&right[best], &right[column]);
    for (unsigned j = column; j < N; j++)
        swap(&matrix[best][j], &matrix[column][j]);
}

static void eliminate(unsigned column)
{
    for (unsigned i = column + 1; i < N; i++) {
        double factor = matrix[i][column] / matrix[column][column];
        for (unsigned j = column; j < N; j++)
            matrix[i][j] -= factor * matrix[column][j];
        right[i] -= factor * right[column];
    }
}

static void solve(void)
{
    fill();
    for (unsigned column = 0; column < N; column++) {
        choose_pivot(column);
        eliminate(column);
    }
    for (unsigned i = N; i-- > 0;) {
        for (unsigned j = i + 1; j < N; j++)
            right[i] -= matrix[i][j] * right[j];
        right[i] /= matrix[i][i];
    }
}

static void solve_and_check(void)
{
    solve();
    for (unsigned i = 0; i < N; i++)
        if (!(absolute(right[i] - 1) < 1e-6))
            fail("the solution is wrong in line %u", i);
}

static const char *init(void)
{
    matrix = process_memory(N * sizeof *matrix);
    right = process_memory(N * sizeof *right);
    return NULL;
}

TIMED_CALL(long unused = 0, , solve_and_check(), unused)

BENCHMARK(.summary = "Solve 200 linear equations (LINPACK)", .once = true, .init = init,
          .also = "Xen/KVM study: LINPACK");
