/* Numbers: reading them from options, sorting them. */
#include <lib.h>

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 16;
}

static unsigned suffix_shift(char c)
{
    switch (c) {
    case 'K':
    case 'k':
        return 10;
    case 'M':
    case 'm':
        return 20;
    case 'G':
    case 'g':
        return 30;
    default:
        return 0;
    }
}

bool parse_number(const char *text, bool suffixes, uint64_t *value)
{
    int base = text[0] == '0' && text[1] == 'x' ? 16 : 10;
    if (base == 16)
        text += 2;
    uint64_t number = 0;
    const char *start = text;
    for (; digit_value(*text) < base; text++)
        if (__builtin_mul_overflow(number, (uint64_t)base, &number) ||
            __builtin_add_overflow(number, (uint64_t)digit_value(*text), &number))
            return false;
    if (text == start)
        return false;
    unsigned shift = suffixes ? suffix_shift(*text) : 0;
    if (shift && (number << shift) >> shift != number)
        return false;
    if (text[shift ? 1 : 0])
        return false;
    *value = number << shift;
    return true;
}

/* Newton's method from above; converges in a handful of steps. */
uint64_t square_root(uint64_t value)
{
    if (value < 2)
        return value;
    uint64_t root = value / 2, next = (root + value / root) / 2;
    while (next < root) {
        root = next;
        next = (root + value / root) / 2;
    }
    return root;
}

/* Shell sort with Ciura's gaps: short, no recursion, quick for the few hundred values that
 * are ever sorted here. */
void sort_u64(uint64_t *values, size_t count)
{
    static const size_t gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (size_t i = gaps[g]; i < count; i++) {
            uint64_t value = values[i];
            size_t hole = i;
            for (; hole >= gaps[g] && values[hole - gaps[g]] > value; hole -= gaps[g])
                values[hole] = values[hole - gaps[g]];
            values[hole] = value;
        }
}
