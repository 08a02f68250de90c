/* A port that nobody serves. */
#ifndef PORT_H
#define PORT_H

/* Four ports that no device of a PC has; Linux writes to the second to pass time (io_delay=0xed).
 */
enum { NOBODYS_PORT = 0xec };

/* A benchmark of the file's loops of string I/O for each of three lengths. */
#define STRING_IO(verb, place)        \
    STRING_OF(4, few, verb, place);   \
    STRING_OF(64, line, verb, place); \
    STRING_OF(4096, page, verb, place)
#define STRING_OF(bytes, id, verb, place)                                                 \
    VARIANT(id, "-" #bytes, .summary = verb " " #bytes " bytes " place, .operand = bytes, \
            .path = PATH_MONITOR, .exits = EXITS_VARY)

#endif
