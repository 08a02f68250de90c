/*
 * The processor's registers, by what QEMU has for its debugger stub. The plugin interface of QEMU
 * 7.2 reads none, but Debian's QEMU exports these functions of its own (include/hw/core/cpu.h) and
 * of GLib's for its modules.
 */
#ifndef REGISTERS_H
#define REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cpu cpu;
struct byte_array;

/* The processor that runs on this thread. */
extern __thread cpu *current_cpu __attribute__((weak));

/* What reads a register for the stub, by the number that GDB gives it. */
typedef int register_reader(cpu *, struct byte_array *, int);

/* Whether this QEMU exports what is needed, besides the architecture's reader. */
bool registers_are_readable(void);

/* The current processor's register. */
uint64_t registers_read(register_reader *reader, int number);

#endif
