/* In memory. Of the 1.5 MB every second piece of 64 KiB is noise, which cannot be packed. CRC-32
 * and size at the end must be right. */
#include <packed.h>

enum { SMALL = 262144, PAPERS = 1500000, PIECE = 65536 };

static const char *const words[] = {"gzip", "-9", "-c", NULL};

/* The paper has files that pack well and files that do not. */
static void mix(char *text, uint64_t size)
{
    uint64_t random = 1;
    workload_prose(text, size);
    for (uint64_t at = 0; at < size; at++) {
        random = random * 6364136223846793005 + 1442695040888963407;
        if (at / PIECE % 2)
            text[at] = (char)(random >> 56);
    }
}

static const char *init(void)
{
    return packed_open(words, (uint32_t)operand, operand == PAPERS ? mix : workload_prose);
}

static void work(void) { pack(words); }
static void check(void) { packed_check(*words); }

WORKLOAD(.summary = "Pack 256 KiB of text (gzip -9)", .operand = SMALL, .work = {SMALL, "B"},
         .flags = QUICK, .also = "VMbench: gzip");
WORKLOAD_VARIANT(paper, "-paper", .summary = "Pack 1.5 MB of text and noise (gzip -9)",
                 .operand = PAPERS, .work = {PAPERS, "B"}, .flags = PAPER_SIZED,
                 .also = "VMbench: gzip");
