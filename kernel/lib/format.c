/* A small vsnprintf. */
#include <lib.h>

struct output {
    char *buffer;
    size_t size, length;
};

static void put(struct output *out, char c)
{
    if (out->length + 1 < out->size)
        out->buffer[out->length++] = c;
}

static void put_string(struct output *out, const char *text)
{
    while (*text)
        put(out, *text++);
}

static void put_number(struct output *out, uint64_t value, unsigned base, unsigned width)
{
    char digits[64];
    unsigned count = 0;
    do {
        digits[count++] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value);
    for (unsigned pad = count; pad < width; pad++)
        put(out, '0');
    while (count)
        put(out, digits[--count]);
}

static void put_signed(struct output *out, int64_t value, unsigned width)
{
    if (value < 0)
        put(out, '-');
    put_number(out, value < 0 ? -(uint64_t)value : (uint64_t)value, 10, width);
}

size_t format_list(char *buffer, size_t size, const char *pattern, va_list arguments)
{
    struct output out = {buffer, size, 0};
    for (; *pattern; pattern++) {
        if (*pattern != '%') {
            put(&out, *pattern);
            continue;
        }
        unsigned width = 0;
        bool is_long = false;
        for (pattern++; *pattern >= '0' && *pattern <= '9'; pattern++)
            width = width * 10 + (unsigned)(*pattern - '0');
        for (; *pattern == 'l'; pattern++)
            is_long = true;
        switch (*pattern) {
        case 's':
            put_string(&out, va_arg(arguments, const char *));
            break;
        case 'c':
            put(&out, (char)va_arg(arguments, int));
            break;
        case 'd':
            put_signed(&out, is_long ? va_arg(arguments, long) : va_arg(arguments, int), width);
            break;
        case 'u':
        case 'x':
            put_number(&out,
                       is_long ? va_arg(arguments, unsigned long) : va_arg(arguments, unsigned),
                       *pattern == 'x' ? 16 : 10, width);
            break;
        default:
            put(&out, *pattern);
            break;
        }
    }
    if (size)
        buffer[out.length] = '\0';
    return out.length;
}

size_t format(char *buffer, size_t size, const char *pattern, ...)
{
    va_list arguments;
    va_start(arguments, pattern);
    size_t length = format_list(buffer, size, pattern, arguments);
    va_end(arguments);
    return length;
}
