#ifndef CONSOLE_H
#define CONSOLE_H

/* Finds and sets up the console: the UART that the device tree names, else the SBI's. */
void console_init(void);

#endif
