/* The outer machine's devices, for port.c and its buffer: registers in memory, which Linux leaves
 * to its processes as long as no driver of its own has them, from FW_CFG on; and its serial port
 * CONSOLE. */
#pragma once

/* QEMU, docs/specs/fw_cfg.txt: data is read eight bytes at a time, in order. */
enum { FW_CFG_SELECT = 8 };

static u8 *fw_cfg;
static long console;

static void select_file(u16 selector)
{
    *(volatile u16 *)(fw_cfg + FW_CFG_SELECT) = __builtin_bswap16(selector);
}

/* Reads as many bytes of the selected file. */
static void take(u64 size)
{
    u64 at = 0;
    for (; at + sizeof(u64) <= size; at += sizeof(u64))
        *(u64 *)(buffer + at) = *(volatile u64 *)fw_cfg;
    for (; at < size; at++)
        buffer[at] = *(volatile u8 *)fw_cfg;
}

/* Writes as many bytes for the guest's console. */
static void give(u64 size) { write_all(console, buffer, size); }

static int devices_open(void)
{
    fw_cfg = map_registers("/dev/mem", FW_CFG);
    console = open_file(CONSOLE);
    return fw_cfg && console >= 0;
}
