/* A file from its start to its end, in memory: what fio-*-paper does, for a guest without fio. On
 * two CPUs there are two processes, each with a file of its own. Each record must have its number
 * in it. */
#include <clients.h>

enum { RECORD = 65536, RECORDS = 256, READS = 1, ON_TWO_CPUS = 2 };

static uint64_t *record;
static long files[2];

static void write_file(long file)
{
    for (uint64_t i = 0; i < RECORDS; i++) {
        *record = i;
        DO_ALL(RECORD, pwrite64, file, record, RECORD, i * RECORD);
    }
}

static void read_file(long file)
{
    for (uint64_t i = 0; i < RECORDS; i++) {
        DO_ALL(RECORD, pread64, file, record, RECORD, i * RECORD);
        client_expect(*record == i);
    }
}

static void work(unsigned client)
{
    operand &READS ? read_file(files[client]) : write_file(files[client]);
}

static const char *init(void)
{
    unsigned cpus = operand & ON_TWO_CPUS ? 2 : 1;
    record = process_memory(RECORD);
    for (unsigned i = 0; i < cpus; i++) {
        files[i] = memory_file(RECORD * RECORDS);
        write_file(files[i]);
    }
    clients_start(cpus, cpus, work);
    return NULL;
}

TIMED_CLIENTS

#define RECORDS_OF(id, suffix, text, kind, files, ...)                            \
    VARIANT(id, suffix, .summary = text " in records of 64 KiB", .operand = kind, \
            .exits = EXITS_VARY, .once = true, .init = init,                      \
            .work = {(files) * RECORDS * RECORD, "B"}, __VA_ARGS__)

RECORDS_OF(write, "-write", "Write a file of 16 MiB", 0, 1, .also = "Xen/KVM study: IOzone write");
RECORDS_OF(read, "-read", "Read a file of 16 MiB", READS, 1, .also = "Xen/KVM study: IOzone read");
RECORDS_OF(write_2cpus, "-write-2cpus", "On two CPUs, write a file of 16 MiB each", ON_TWO_CPUS, 2,
           .cpus = 2, .also = "Xen/KVM study: IOzone write");
RECORDS_OF(read_2cpus, "-read-2cpus", "On two CPUs, read a file of 16 MiB each",
           ON_TWO_CPUS | READS, 2, .cpus = 2, .also = "Xen/KVM study: IOzone read");
