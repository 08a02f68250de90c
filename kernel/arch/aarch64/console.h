#ifndef CONSOLE_H
#define CONSOLE_H

/* Finds the console in the device tree, maps its registers and takes it over. */
void console_init(void);

#endif
