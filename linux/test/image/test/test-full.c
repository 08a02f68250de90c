/* Test image only: writes to a temporary file until no space is left. */
#include <process.h>

enum { PIECE = 65536 };

static uint8_t piece[PIECE];
static long file;

static const char *init(void)
{
    if (strcmp(boot_info.protocol, "init"))
        return "would fill the disk of a machine that others use";
    file = DO(openat, AT_FDCWD, temporary("full"), O_WRONLY | O_CREAT, 0600);
    return NULL;
}

static void fill(void)
{
    for (;;)
        DO(write, file, piece, PIECE);
}

TIMED_CALL(long unused = 0, , fill(), unused)

BENCHMARK(.summary = "Fill the folder for temporary files", .init = init);
