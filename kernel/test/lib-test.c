/* Tests of lib/ against known results. Runs on the host; exits 1 at the first difference. */
#include "check.h"

#include <lib.h>

static void test_strings(void)
{
    char small[4];
    copy_string(small, "abcdef", sizeof small);
    CHECK(!strcmp(small, "abc"));
    copy_string(small, "", sizeof small);
    CHECK(strlen(small) == 0);
    CHECK(strcmp("abc", "abd") < 0 && strcmp("abc", "ab") > 0);
    CHECK(strncmp("abcx", "abcy", 3) == 0);
    CHECK(strcmp("\x80", "\x7f") > 0); /* bytes compare unsigned */
    CHECK(memcmp("a\0b", "a\0c", 3) < 0);
    for (size_t start = 0; start < 9; start++)
        for (size_t size = 0; size < 20; size++) {
            char filled[40] = {0};
            memset(filled + start, 0xa5, size);
            for (size_t i = 0; i < sizeof filled; i++)
                CHECK((filled[i] == (char)0xa5) == (i >= start && i < start + size));
        }
}

/* The check value of CRC-32/ISO-HDLC, and zlib's results for the empty and a long string. */
static void test_crc32(void)
{
    CHECK(crc32("123456789", 9) == 0xcbf43926);
    CHECK(crc32("", 0) == 0);
    CHECK(crc32("The quick brown fox jumps over the lazy dog", 43) == 0x414fa339);
}

static void test_format(void)
{
    char text[64];
    CHECK(format(text, sizeof text, "%s=%u %d %c%%", "n", 42U, -7, 'x') == 10);
    CHECK(!strcmp(text, "n=42 -7 x%"));
    format(text, sizeof text, "%08x %lx", 0xabcU, ~0UL);
    CHECK(!strcmp(text, "00000abc ffffffffffffffff"));
    format(text, sizeof text, "%lu %ld", 18446744073709551615UL, -9223372036854775807L - 1);
    CHECK(!strcmp(text, "18446744073709551615 -9223372036854775808"));
    CHECK(format(text, 5, "%s", "too long") == 4 && !strcmp(text, "too "));
}

static void check_number(const char *text, bool suffixes, bool valid, uint64_t expected)
{
    uint64_t value = 0;
    CHECK(parse_number(text, suffixes, &value) == valid);
    CHECK(!valid || value == expected);
}

static void test_parse_number(void)
{
    check_number("0", false, true, 0);
    check_number("18446744073709551615", false, true, UINT64_MAX);
    check_number("18446744073709551616", false, false, 0);
    check_number("0xf4", false, true, 0xf4);
    check_number("0x", false, false, 0);
    check_number("", false, false, 0);
    check_number("12a", false, false, 0);
    check_number("4M", false, false, 0);
    check_number("4M", true, true, 4 << 20);
    check_number("4k", true, true, 4096);
    check_number("4MB", true, false, 0);
    check_number("17179869184G", true, false, 0); /* 2^64 */
}

static void test_sort(void)
{
    enum { COUNT = 1000 };
    static uint64_t values[COUNT];
    uint64_t sum = 0, sorted_sum = 0, state = 1;
    for (int i = 0; i < COUNT; i++) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        values[i] = state >> 40;
        sum += values[i];
    }
    sort_u64(values, COUNT);
    for (int i = 0; i < COUNT; i++) {
        CHECK(i == 0 || values[i - 1] <= values[i]);
        sorted_sum += values[i];
    }
    CHECK(sum == sorted_sum);
    sort_u64(values, 0);
}

static void test_arithmetic(void)
{
    for (uint64_t i = 0; i < 70000; i += 7)
        CHECK(square_root(i) * square_root(i) <= i &&
              (square_root(i) + 1) * (square_root(i) + 1) > i);
    CHECK(square_root(UINT64_MAX) == 4294967295);
    CHECK(mul_div(3, 10, 4) == 7);
    CHECK(mul_div(10000000000, 3000000000, 1000) == 30000000000000000ULL);
    CHECK(align_up(4097, 4096) == 8192 && align_up(4096, 4096) == 4096);
    CHECK(align_down(8191, 4096) == 4096);
}

/* Ranks of 95 % intervals by the binomial distribution: 1 of 6 (none below has 1.6 %), 2 of 9 (2.0
 * %), 10 of 30 (2.1 %), and 40 of 100 (1.8 %). */
static void test_figure(void)
{
    int64_t values[100];
    for (int i = 0; i < 100; i++)
        values[i] = 10 * ((i * 37) % 100 + 1);
    struct figure all = figure_of(values, 100, 10);
    CHECK(all.median == 5050 && all.has_interval && all.low == 4000 && all.high == 6100);
    for (int i = 0; i < 30; i++)
        values[i] = 30 - i;
    struct figure thirty = figure_of(values, 30, 1);
    CHECK(thirty.median == 1550 && thirty.low == 1000 && thirty.high == 2100);
    int64_t nine[] = {10, 12, 11, 14, 13, 15, 16, 17, 18};
    struct figure few = figure_of(nine, 9, 4);
    CHECK(few.median == 350 && few.low == 275 && few.high == 425);
    int64_t six[] = {-7, 3, -1, 0, 2, 1};
    struct figure near_zero = figure_of(six, 6, 3);
    CHECK(near_zero.median == 17 && near_zero.low == -233 && near_zero.high == 100);
    int64_t five[] = {-5, -4, -3, -2, -1};
    struct figure fewer = figure_of(five, 5, 2);
    CHECK(fewer.median == -150 && !fewer.has_interval);
    CHECK(figure_of(five, 1, 1).median == -500);
}

int main(void)
{
    test_strings();
    test_crc32();
    test_format();
    test_parse_number();
    test_sort();
    test_arithmetic();
    test_figure();
    printf("kernel library: %u checks passed\n", checks);
    return 0;
}
