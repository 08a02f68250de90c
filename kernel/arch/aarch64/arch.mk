# General registers only: an interrupt saves no vector state. Strict alignment, because code
# also runs before the MMU is on, when all memory is of a device type that allows nothing
# else.
ARCH_CFLAGS := --target=aarch64-unknown-none-elf -mgeneral-regs-only -mstrict-align \
               -mno-outline-atomics
# Position-independent, so that a loader of the raw image may put it where RAM is; read-only
# data holds pointers too (notext). Relocations are packed, and so relocated words hold their
# values in place: a reader of the ELF file finds its pointers.
ARCH_LDFLAGS := -pie --no-dynamic-linker --pack-dyn-relocs=relr -z notext -z norelro
ARCH_SOURCES := drivers/page_tables.c $(wildcard drivers/fdt*.c) drivers/pl011.c drivers/image_tree.c \
                drivers/efi.c drivers/efi_memory.c \
                drivers/uart16550.c \
                drivers/screen.c drivers/font.c drivers/pci_ecam.c $(wildcard drivers/virtio_*.c) \
                drivers/pci_bar.c drivers/nvme.c drivers/ahci.c drivers/e1000.c
