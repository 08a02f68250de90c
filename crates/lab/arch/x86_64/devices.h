/* The outer machine's devices by I/O ports, for port.c and its buffer. */
#pragma once

enum { DEBUG_CONSOLE = 0xe9, FW_CFG_SELECT = 0x510, FW_CFG_DATA = 0x511 };

static void select_file(u16 selector)
{
    asm volatile("outw %0, %w1" : : "a"(selector), "d"(FW_CFG_SELECT));
}

/* Reads as many bytes of the selected file. */
static void take(u64 size)
{
    u8 *to = buffer;
    asm volatile("rep insb" : "+D"(to), "+c"(size) : "d"(FW_CFG_DATA) : "memory");
}

/* Writes as many bytes for the guest's console. */
static void give(u64 size)
{
    const u8 *from = buffer;
    asm volatile("rep outsb" : "+S"(from), "+c"(size) : "d"(DEBUG_CONSOLE) : "memory");
}

/* Brings in the pages of the buffer: Xen emulates INS for dom0, and a page fault in the middle
 * of it costs the byte that was just read. */
static void touch_buffer(void)
{
    for (u64 at = 0; at < sizeof buffer; at += PAGE)
        *(volatile u8 *)(buffer + at) = 0;
}

static int devices_open(void)
{
    touch_buffer();
    return !system_call(SYS_IOPL, 3, 0, 0, 0, 0, 0);
}
