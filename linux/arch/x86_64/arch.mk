# What the kernel's folder of the architecture shares, from ../kernel.
SHARED := arch/x86_64/recovery.S arch/x86_64/identify.c arch/x86_64/hypervisor.c
INTEGERS := -mgeneral-regs-only
FLOATS :=
