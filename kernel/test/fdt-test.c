/* Tests of the device-tree reader: a tree made here, read back, and then damaged at random
 * in front of a page that must not be touched. Runs on the host. */
#include "../drivers/fdt.h"
#include "check.h"

#include <sys/mman.h>

enum { HEADER = 40, RESERVE_MAP = 32, STRINGS_MAX = 1024, BLOB_MAX = 4096 };

/* ---- a writer of trees ---- */

static uint8_t blob[BLOB_MAX] __attribute__((aligned(8)));
static char strings[STRINGS_MAX];
static uint32_t structure_end, strings_end;

static void put_cell(uint32_t at, uint32_t value)
{
    for (int byte = 0; byte < 4; byte++)
        blob[at + byte] = (uint8_t)(value >> (24 - 8 * byte));
}

static void cell(uint32_t value)
{
    put_cell(structure_end, value);
    structure_end += 4;
}

static void bytes(const void *data, uint32_t size)
{
    memcpy(blob + structure_end, data, size);
    structure_end = (uint32_t)align_up(structure_end + size, 4);
}

static void begin(const char *name)
{
    cell(1);
    bytes(name, (uint32_t)strlen(name) + 1);
}

static void end(void) { cell(2); }

static void property(const char *name, const void *value, uint32_t size)
{
    cell(3);
    cell(size);
    cell(strings_end);
    memcpy(strings + strings_end, name, strlen(name) + 1);
    strings_end += (uint32_t)strlen(name) + 1;
    bytes(value, size);
}

static void text(const char *name, const char *value)
{
    property(name, value, (uint32_t)strlen(value) + 1);
}

static void cells(const char *name, unsigned count, const uint32_t *values)
{
    uint8_t big_endian[64];
    for (unsigned i = 0; i < 4 * count; i++)
        big_endian[i] = (uint8_t)(values[i / 4] >> (24 - i % 4 * 8));
    property(name, big_endian, 4 * count);
}

#define CELLS(name, ...) \
    cells(name, sizeof((uint32_t[]){__VA_ARGS__}) / 4, (uint32_t[]){__VA_ARGS__})

static uint32_t finish(void)
{
    cell(9);
    memcpy(blob + structure_end, strings, strings_end);
    uint32_t total = structure_end + strings_end;
    const uint32_t header[] = {0xd00dfeed,
                               total,
                               HEADER + RESERVE_MAP,
                               structure_end,
                               HEADER,
                               17,
                               16,
                               0,
                               strings_end,
                               structure_end - HEADER - RESERVE_MAP};
    for (unsigned i = 0; i < 10; i++)
        put_cell(4 * i, header[i]);
    put_cell(HEADER + 4, 0x80100000); /* a reservation: 0x1000 bytes from there */
    put_cell(HEADER + 12, 0x1000);
    return total;
}

static uint32_t write_tree(void)
{
    structure_end = HEADER + RESERVE_MAP;
    cell(4); /* a NOP in front */
    begin("");
    CELLS("#address-cells", 2);
    CELLS("#size-cells", 2);
    text("compatible", "test,machine");
    begin("chosen");
    text("bootargs", "bench=idle");
    text("stdout-path", "serial0:115200n8");
    end();
    begin("aliases");
    text("serial0", "/soc/bus/uart@1000");
    end();
    begin("memory@80000000");
    text("device_type", "memory");
    CELLS("reg", 0, 0x80000000, 0, 0x1000000, 1, 0, 0, 0x2000000);
    end();
    begin("reserved-memory");
    CELLS("#address-cells", 2);
    CELLS("#size-cells", 2);
    property("ranges", "", 0);
    begin("firmware@80000000");
    CELLS("reg", 0, 0x80000000, 0, 0x800);
    end();
    end();
    begin("cpus");
    CELLS("#address-cells", 1);
    CELLS("#size-cells", 0);
    begin("cpu@0");
    CELLS("reg", 0);
    end();
    cell(4);
    begin("cpu@101");
    CELLS("reg", 0x101);
    end();
    end();
    begin("soc");
    CELLS("#address-cells", 1);
    CELLS("#size-cells", 1);
    CELLS("ranges", 0, 0, 0x10000000, 0x100000);
    begin("bus");
    CELLS("#address-cells", 1);
    CELLS("#size-cells", 1);
    property("ranges", "", 0);
    begin("disabled");
    text("status", "disabled");
    property("compatible", "test,uart", sizeof "test,uart");
    end();
    begin("uart@1000");
    property("compatible", "test,uart-v2\0test,uart", sizeof "test,uart-v2\0test,uart");
    CELLS("reg", 0x1000, 0x100, 0x200000, 0x100);
    end();
    end();
    end();
    begin("island");
    CELLS("#address-cells", 1);
    CELLS("#size-cells", 1);
    begin("unreachable");
    CELLS("reg", 0x5, 1);
    end();
    end();
    end();
    return finish();
}

/* ---- what must be read ---- */

static void test_nodes(void)
{
    fdt_node uart = fdt_stdout();
    CHECK(!strcmp(fdt_name(uart), "uart@1000"));
    CHECK(fdt_compatible("test,uart") == uart); /* not the disabled one before it */
    CHECK(fdt_is_compatible(uart, "test,uart-v2") && !fdt_is_compatible(uart, "uart"));
    CHECK(fdt_path("/soc/bus/uart") == uart && fdt_path("/soc/bus/uart@1000") == uart);
    CHECK(fdt_path("/soc/bus/ua") == FDT_NONE && fdt_path("nothing") == FDT_NONE);
    CHECK(!strcmp(fdt_name(fdt_parent(uart)), "bus") && fdt_parent(fdt_root()) == FDT_NONE);
    CHECK(fdt_child(uart) == FDT_NONE && fdt_sibling(uart) == FDT_NONE);
    CHECK(fdt_string(FDT_NONE, "reg") == NULL && fdt_child(FDT_NONE) == FDT_NONE);
    CHECK(fdt_string(fdt_path("/cpus"), "compatible") == NULL);
    unsigned nodes = 0;
    for (fdt_node node = fdt_root(); node != FDT_NONE; node = fdt_next(node))
        nodes++;
    CHECK(nodes == 15);
}

static void test_addresses(void)
{
    struct mem_region region;
    fdt_node uart = fdt_stdout();
    CHECK(fdt_reg(uart, 0, &region) && region.base == 0x10001000 && region.size == 0x100);
    CHECK(!fdt_reg(uart, 1, &region)); /* outside of every range */
    CHECK(!fdt_reg(uart, 2, &region)); /* not there */
    CHECK(!fdt_reg(fdt_path("/island/unreachable"), 0, &region));
    uint64_t id;
    fdt_node cpu = fdt_child(fdt_path("/cpus"));
    CHECK(fdt_id(cpu, &id) && id == 0);
    CHECK(fdt_id(fdt_sibling(cpu), &id) && id == 0x101);
    CHECK(fdt_sibling(fdt_sibling(cpu)) == FDT_NONE);
    uint32_t value;
    CHECK(fdt_cell(fdt_path("/soc"), "ranges", 2, &value) && value == 0x10000000);
    CHECK(!fdt_cell(fdt_path("/soc"), "ranges", 4, &value));
}

static void test_memory(void)
{
    struct mem_region ram[8];
    char arguments[32];
    CHECK(fdt_memory(ram, 8) == 3);
    CHECK(ram[0].base == 0x80001000 && ram[0].size == 0xff000);
    CHECK(ram[1].base == 0x100000000 && ram[1].size == 0x2000000);
    CHECK(ram[2].base == 0x80101000 && ram[2].size == 0xeff000);
    CHECK(fdt_memory(ram, 1) == 1);
    fdt_bootargs(arguments, sizeof arguments);
    CHECK(!strcmp(arguments, "bench=idle"));
}

static void use_everything(void)
{
    struct mem_region ram[8];
    char arguments[32];
    fdt_memory(ram, 8);
    fdt_bootargs(arguments, sizeof arguments);
    fdt_compatible("test,uart");
    fdt_reg(fdt_stdout(), 0, ram);
    for (fdt_node node = fdt_root(); node != FDT_NONE; node = fdt_next(node))
        fdt_parent(fdt_sibling(node));
}

static void test_damage(uint32_t total)
{
    enum { ROUNDS = 20000, PAGE = 4096 };
    uint8_t *pages =
        mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(pages != MAP_FAILED && !mprotect(pages + PAGE, PAGE, PROT_NONE));
    uint8_t *copy = pages + PAGE - total;
    srand(1);
    for (int round = 0; round < ROUNDS; round++) {
        memcpy(copy, blob, total);
        for (int hits = rand() % 8; hits >= 0; hits--)
            copy[8 + (uint32_t)rand() % (total - 8)] = (uint8_t)(rand() % 4 ? rand() % 16 : rand());
        if (fdt_open(copy))
            use_everything();
    }
    CHECK(!munmap(pages, 2 * PAGE));
}

int main(void)
{
    CHECK(!fdt_open(NULL) && fdt_root() == FDT_NONE && fdt_blob().size == 0);
    CHECK(!fdt_open(blob));
    uint32_t total = write_tree();
    CHECK(fdt_open(blob) && fdt_blob().size == total);
    test_nodes();
    test_addresses();
    test_memory();
    test_damage(total);
    printf("device-tree reader: %u checks passed\n", checks);
    return 0;
}
