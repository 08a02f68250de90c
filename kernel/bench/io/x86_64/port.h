/* A port that nobody serves. */
#ifndef PORT_H
#define PORT_H

/* Four ports that no device of a PC has; Linux writes to the second to pass time (io_delay=0xed).
 */
enum { NOBODYS_PORT = 0xec };

#endif
