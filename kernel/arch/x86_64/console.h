#ifndef CONSOLE_H
#define CONSOLE_H

/* Finds and sets up the console: COM1, else the debug port of Bochs and QEMU, else a virtio
 * console, which comes first if the command line asks for that. */
void console_init(void);

/* Moves to the port that ACPI names, if that is another one. Needs acpi_init(). */
void console_follow_acpi(void);

#endif
