/* What the parts of the device-tree reader share. */
#ifndef FDT_BLOB_H
#define FDT_BLOB_H

#include <stdint.h>

/* A 32-bit big-endian number at any alignment. */
uint32_t fdt_read_cell(const uint8_t *at);

/* The memory reservation block, and the bytes between its start and the blob's end. */
const uint8_t *fdt_reserve_map(uint32_t *size);

#endif
