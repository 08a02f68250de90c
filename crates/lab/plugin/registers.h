/*
 * The processor's registers, by what QEMU has for its debugger stub (include/hw/core/cpu.h), which
 * Debian's exports for its modules: the plugin interface has none in version 1, and from 6 on none
 * in what is called outside of its own callbacks.
 */
#ifndef REGISTERS_H
#define REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cpu cpu;
struct byte_array;

/* The processor that runs on this thread. */
extern __thread cpu *current_cpu __attribute__((weak));

/* A processor by its number. */
cpu *qemu_get_cpu(int number) __attribute__((weak));

/* What reads a register for the stub, by the number that GDB gives it. */
typedef int register_reader(cpu *, struct byte_array *, int);

/* The current processor's register. */
uint64_t registers_read(register_reader *reader, int number);

#endif
