# No SSE or x87: an interrupt saves general registers only, and no instruction is used that
# a minimal hypervisor might not know. No red zone: interrupts run on the same stack.
ARCH_CFLAGS := --target=x86_64-unknown-none-elf -mno-red-zone -mgeneral-regs-only -mcmodel=small
ARCH_SOURCES := drivers/page_tables.c drivers/efi.c drivers/efi_memory.c \
                drivers/screen.c drivers/font.c \
                $(filter-out drivers/virtio_fdt.c,$(wildcard drivers/virtio_*.c)) \
                drivers/pci_bar.c drivers/nvme.c drivers/ahci.c drivers/e1000.c
# These run before the image is where it is linked.
ARCH_ANYWHERE := arch/x86_64/efi.c drivers/efi.c drivers/efi_memory.c
