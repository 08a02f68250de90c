# QEMU's own emulator, on one thread and with a translation buffer that fits the memory.
guest -accel tcg,thread=single,tb-size=64 -cpu "$EMULATED_PROCESSOR"
