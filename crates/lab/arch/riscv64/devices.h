/* Where the outer machine's devices are (QEMU, hw/riscv/virt.c). */
#pragma once

#define CONSOLE "/dev/ttyS0"
enum { FW_CFG = 0x10100000 };

#include "registers.h"
