# What the kernel's folder of the architecture shares, from ../kernel.
SHARED := arch/riscv64/recovery.S
INTEGERS := -march=rv64imac
FLOATS := -march=rv64gc
