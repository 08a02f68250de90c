/* CRC-32 (IEEE 802.3) a byte at a time: quick enough for a console even on a hypervisor that
 * interprets every instruction. */
#include <lib.h>

enum { BYTES = 256 };

static uint32_t remainders[BYTES];

static void fill_remainders(void)
{
    const uint32_t polynomial = 0xedb88320;
    for (uint32_t byte = 0; byte < BYTES; byte++) {
        remainders[byte] = byte;
        for (int bit = 0; bit < 8; bit++)
            remainders[byte] = remainders[byte] >> 1 ^ (remainders[byte] & 1 ? polynomial : 0);
    }
}

uint32_t crc32(const void *data, size_t size)
{
    if (!remainders[1])
        fill_remainders();
    uint32_t crc = ~0U;
    for (const unsigned char *byte = data; size; size--, byte++)
        crc = crc >> 8 ^ remainders[(crc ^ *byte) % BYTES];
    return ~crc;
}
