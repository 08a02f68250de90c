/* Where the outer machine's devices are (QEMU, hw/arm/virt.c). */
#pragma once

#define CONSOLE "/dev/ttyAMA0"
enum { FW_CFG = 0x9020000 };

#include "registers.h"
