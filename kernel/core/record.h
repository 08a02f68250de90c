/* Writing records to the console: docs/protocol.md. One record at a time, boot CPU only. */
#ifndef RECORD_H
#define RECORD_H

#include <stddef.h>
#include <stdint.h>

/* Starts a record of a type. */
void record_begin(const char *type);

/* Adds a field: a quoted text, a decimal number, a hexadecimal one. */
void record_string(const char *key, const char *value);
void record_number(const char *key, uint64_t value);
void record_hex(const char *key, uint64_t value);

/* Sends the record. */
void record_end(void);

/* Makes sure that the next record starts on a line of its own, after something that wrote
 * to the serial port directly. */
void record_fresh_line(void);

#endif
