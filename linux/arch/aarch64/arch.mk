# What the kernel's folder of the architecture shares, from ../kernel.
SHARED := arch/aarch64/recovery.S arch/aarch64/cpu.c
INTEGERS := -mgeneral-regs-only
FLOATS :=
