/*
 * What the lab's outer Linux cannot do from a shell: use I/O ports. Freestanding and static.
 *
 *   port pause [FILE] stop the outer machine at this very instruction (QEMU's pvpanic), through
 *                     the register that FILE maps where Xen has the ports; go on a little later
 *   port read NAME    copy a file of QEMU's fw_cfg to the standard output
 *   port print        copy the standard input to QEMU's debug console
 *
 * Exit status: 0 done, 1 wrong usage or no such file, 2 the ports are refused.
 */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;

enum { SYS_READ = 0, SYS_WRITE = 1, SYS_OPEN = 2, SYS_MMAP = 9, SYS_SIGACTION = 13 };
enum { SYS_SETITIMER = 38, SYS_EXIT = 60, SYS_IOPL = 172 };
enum { O_RDWR = 2, PROT_WRITE = 2, MAP_SHARED = 1, PAGE = 4096 };
enum { SIGALRM = 14, SA_RESTORER = 0x04000000, ITIMER_REAL = 0 };
enum { PVPANIC = 0x505, PANICKED = 1, DEBUG_CONSOLE = 0xe9 };
enum { FW_CFG_SELECT = 0x510, FW_CFG_DATA = 0x511, FILE_DIRECTORY = 0x19, NAME_SIZE = 56 };

/* QEMU, docs/specs/fw_cfg.txt: all numbers are big-endian. */
struct directory_entry {
    u32 size;
    u16 select, reserved;
    char name[NAME_SIZE];
};

static long system_call_6(long number, long a, long b, long c, long d, long e, long f)
{
    long result;
    register long r10 asm("r10") = d, r8 asm("r8") = e, r9 asm("r9") = f;
    asm volatile("syscall"
                 : "=a"(result)
                 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                 : "rcx", "r11", "memory");
    return result;
}

static long system_call(long number, long a, long b, long c)
{
    return system_call_6(number, a, b, c, 0, 0, 0);
}

static _Noreturn void leave(int status)
{
    for (;;)
        system_call(SYS_EXIT, status, 0, 0);
}

static int same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static void select_file(u16 selector)
{
    asm volatile("outw %0, %w1" : : "a"(selector), "d"(FW_CFG_SELECT));
}

static u8 buffer[65536] __attribute__((aligned(PAGE)));

/* Brings in the pages of the buffer: Xen emulates INS for dom0, and a page fault in the middle
 * of it costs the byte that was just read. */
static void touch_buffer(void)
{
    for (u64 at = 0; at < sizeof buffer; at += PAGE)
        *(volatile u8 *)(buffer + at) = 0;
}

static void take(u64 size)
{
    u8 *to = buffer;
    asm volatile("rep insb" : "+D"(to), "+c"(size) : "d"(FW_CFG_DATA) : "memory");
}

static int copy_out(struct directory_entry file)
{
    u64 left = __builtin_bswap32(file.size);
    select_file(__builtin_bswap16(file.select));
    while (left) {
        u64 part = left < sizeof buffer ? left : sizeof buffer;
        take(part);
        for (u64 sent = 0; sent < part;) {
            long n = system_call(SYS_WRITE, 1, (long)(buffer + sent), (long)(part - sent));
            if (n <= 0)
                return 1;
            sent += (u64)n;
        }
        left -= part;
    }
    return 0;
}

static int read_file(const char *name)
{
    const struct directory_entry *entry = (void *)buffer;
    select_file(FILE_DIRECTORY);
    take(sizeof(u32));
    for (u32 count = __builtin_bswap32(*(u32 *)buffer); count; count--) {
        take(sizeof *entry);
        if (same(entry->name, name))
            return copy_out(*entry);
    }
    return 1;
}

static int print(void)
{
    long count;
    while ((count = system_call(SYS_READ, 0, (long)buffer, sizeof buffer)) > 0) {
        const u8 *from = buffer;
        asm volatile("rep outsb" : "+S"(from), "+c"(count) : "d"(DEBUG_CONSOLE) : "memory");
    }
    return count < 0;
}

/* For the alarm's signal, which ends the wait. */
static _Noreturn void go_on(int signal)
{
    (void)signal;
    leave(0);
}

/* Longer than Linux's tick. */
static const struct {
    long again_seconds, again_microseconds, seconds, microseconds;
} alarm = {0, 0, 0, 20000};

static const struct {
    void (*handler)(int);
    u64 flags;
    void (*restorer)(int); /* Linux asks for one, though nothing returns from the handler */
    u64 mask;
} action = {go_on, SA_RESTORER, go_on, 0};

/* Stops the machine through the register that `name` maps, or through the port.
 *
 * While QEMU stops a machine that has asked for it, two of its threads race: it winds the clock
 * on to the next timer, or does not (icount with sleep=off). What follows must not depend on
 * that, so that all images made of the same are the same. So the program waits at one single
 * instruction, for which the two are no different, until a time set beforehand. */
static int pause(const char *name)
{
    volatile u8 *device = 0;
    if (name) {
        long file = system_call(SYS_OPEN, (long)name, O_RDWR, 0);
        long map = system_call_6(SYS_MMAP, 0, PAGE, PROT_WRITE, MAP_SHARED, file, 0);
        if (map < 0)
            return 1;
        device = (volatile u8 *)map;
    }
    system_call_6(SYS_SIGACTION, SIGALRM, (long)&action, 0, sizeof action.mask, 0, 0);
    system_call(SYS_SETITIMER, ITIMER_REAL, (long)&alarm, 0);
    if (device)
        asm volatile("movb %0, (%1)\n1: jmp 1b" : : "q"((u8)PANICKED), "r"(device));
    else
        asm volatile("outb %0, %w1\n1: jmp 1b" : : "a"((u8)PANICKED), "d"(PVPANIC));
    return 0;
}

static int run(long count, const char **words)
{
    if (system_call(SYS_IOPL, 3, 0, 0))
        return 2;
    touch_buffer();
    if (count == 3 && same(words[1], "read"))
        return read_file(words[2]);
    if (count == 2 && same(words[1], "print"))
        return print();
    if ((count == 2 || count == 3) && same(words[1], "pause"))
        return pause(count == 3 ? words[2] : 0);
    return 1;
}

__attribute__((used)) static _Noreturn void start(long *stack)
{
    leave(run(stack[0], (const char **)(stack + 1)));
}

asm(".globl _start\n_start:\n\tmov %rsp, %rdi\n\tand $-16, %rsp\n\tcall start");
