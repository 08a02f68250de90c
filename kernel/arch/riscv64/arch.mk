# No F or D: an interrupt saves integer registers only. Linker relaxation would undo the
# alignment that the timed loops rely on.
ARCH_CFLAGS := --target=riscv64-unknown-none-elf -march=rv64imac -mabi=lp64 -mcmodel=medany \
               -mno-relax
# Position-independent, so that a loader of the raw image may put it where RAM is. Relocations
# are packed, and so relocated words hold their values in place: at the linked address nothing
# is left to do, and a reader of the ELF file finds its pointers. Read-only data may be
# relocated (notext): nothing is mapped read-only.
ARCH_LDFLAGS := --pie --no-dynamic-linker --pack-dyn-relocs=relr -z notext -z norelro
ARCH_SOURCES := drivers/page_tables.c $(wildcard drivers/fdt*.c) drivers/uart16550.c \
                drivers/image_tree.c drivers/efi.c drivers/efi_memory.c \
                drivers/screen.c drivers/font.c drivers/pci_ecam.c $(wildcard drivers/virtio_*.c) \
                drivers/pci_bar.c drivers/nvme.c drivers/ahci.c drivers/e1000.c
