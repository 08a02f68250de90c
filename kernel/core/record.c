#include "record.h"

#include <lib.h>
#include <posih.h>

enum {
    RECORD_MAX = 1023, /* the protocol's limit, without the line end */
    TRAILER = sizeof " *01234567"
};

static char line[RECORD_MAX + sizeof "\r\n"];
static size_t length;
static uint64_t sequence;

/* Fields that do not fit are cut off rather than the record being lost: its CRC still
 * holds, and only text values can be that long. */
static void append(const char *text)
{
    size_t end = length;
    for (; *text && end < RECORD_MAX - TRAILER; text++)
        line[end++] = *text;
    length = end;
}

static void append_number(const char *pattern, uint64_t value)
{
    length += format(line + length, RECORD_MAX - TRAILER - length + 1, pattern, value);
}

static void append_key(const char *key)
{
    append(" ");
    append(key);
    append("=");
}

void record_begin(const char *type)
{
    length = 0;
    append("@hb1 ");
    append_number("%lu ", sequence++);
    append(type);
}

/* Quotes a value. One character of room is kept so that the closing quote always fits. */
void record_string(const char *key, const char *value)
{
    append_key(key);
    append("\"");
    for (; *value && length < RECORD_MAX - TRAILER - 2; value++) {
        char printable = *value >= ' ' && *value <= '~' ? *value : '?';
        if (printable == '"' || printable == '\\')
            line[length++] = '\\';
        line[length++] = printable;
    }
    append("\"");
}

void record_number(const char *key, uint64_t value)
{
    append_key(key);
    append_number("%lu", value);
}

void record_hex(const char *key, uint64_t value)
{
    append_key(key);
    append_number("0x%lx", value);
}

void record_end(void)
{
    uint32_t crc = crc32(line + 1, length - 1); /* from "hb1" on */
    length += format(line + length, sizeof line - length, " *%08x\r\n", crc);
    console_write(line, length);
}

void record_fresh_line(void) { console_write("\r\n", 2); }

void note(const char *pattern, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, pattern);
    format_list(text, sizeof text, pattern, arguments);
    va_end(arguments);
    record_begin("note");
    record_string("text", text);
    record_end();
}
