/* How a process calls Linux on x86-64, and the numbers of the calls (the kernel's
 * arch/x86/entry/syscalls/syscall_64.tbl). */
#ifndef SYSTEM_CALL_H
#define SYSTEM_CALL_H

#include <stdint.h>

/* SYSCALL overwrites RCX and R11. */
#define SYSTEM_CALL(count, parameters, registers, ...)                                        \
    static inline long system_call##count parameters                                          \
    {                                                                                         \
        long result;                                                                          \
        registers asm volatile("syscall" : "=a"(result) : "a"(number), ##__VA_ARGS__ : "rcx", \
                               "r11", "memory");                                              \
        return result;                                                                        \
    }

#define R10(value) register long r10 asm("r10") = value;
#define R8(value) register long r8 asm("r8") = value;
#define R9(value) register long r9 asm("r9") = value;

SYSTEM_CALL(0, (long number), )
SYSTEM_CALL(1, (long number, long a), , "D"(a))
SYSTEM_CALL(2, (long number, long a, long b), , "D"(a), "S"(b))
SYSTEM_CALL(3, (long number, long a, long b, long c), , "D"(a), "S"(b), "d"(c))
SYSTEM_CALL(4, (long number, long a, long b, long c, long d), R10(d), "D"(a), "S"(b), "d"(c),
            "r"(r10))
SYSTEM_CALL(5, (long number, long a, long b, long c, long d, long e), R10(d) R8(e), "D"(a), "S"(b),
            "d"(c), "r"(r10), "r"(r8))
SYSTEM_CALL(6, (long number, long a, long b, long c, long d, long e, long f), R10(d) R8(e) R9(f),
            "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9))

enum {
    SYS_read = 0,
    SYS_write = 1,
    SYS_close = 3,
    SYS_fstat = 5,
    SYS_lseek = 8,
    SYS_mmap = 9,
    SYS_mprotect = 10,
    SYS_munmap = 11,
    SYS_rt_sigaction = 13,
    SYS_rt_sigprocmask = 14,
    SYS_ioctl = 16,
    SYS_pread64 = 17,
    SYS_pwrite64 = 18,
    SYS_sched_yield = 24,
    SYS_madvise = 28,
    SYS_getpid = 39,
    SYS_socket = 41,
    SYS_connect = 42,
    SYS_bind = 49,
    SYS_listen = 50,
    SYS_getsockname = 51,
    SYS_socketpair = 53,
    SYS_setsockopt = 54,
    SYS_clone = 56,
    SYS_execve = 59,
    SYS_wait4 = 61,
    SYS_kill = 62,
    SYS_uname = 63,
    SYS_fcntl = 72,
    SYS_fsync = 74,
    SYS_ftruncate = 77,
    SYS_chdir = 80,
    SYS_fchdir = 81,
    SYS_getrusage = 98,
    SYS_sysinfo = 99,
    SYS_geteuid = 107,
    SYS_setpgid = 109,
    SYS_getppid = 110,
    SYS_sigaltstack = 131,
    SYS_statfs = 137,
    SYS_setpriority = 141,
    SYS_sched_setscheduler = 144,
    SYS_prctl = 157,
    SYS_mount = 165,
    SYS_umount2 = 166,
    SYS_reboot = 169,
    SYS_ioperm = 173,
    SYS_gettid = 186,
    SYS_futex = 202,
    SYS_sched_setaffinity = 203,
    SYS_sched_getaffinity = 204,
    SYS_getdents64 = 217,
    SYS_fadvise64 = 221,
    SYS_timer_create = 222,
    SYS_timer_settime = 223,
    SYS_timer_delete = 226,
    SYS_clock_gettime = 228,
    SYS_clock_nanosleep = 230,
    SYS_exit_group = 231,
    SYS_epoll_ctl = 233,
    SYS_openat = 257,
    SYS_mkdirat = 258,
    SYS_newfstatat = 262,
    SYS_unlinkat = 263,
    SYS_faccessat = 269,
    SYS_pselect6 = 270,
    SYS_ppoll = 271,
    SYS_epoll_pwait = 281,
    SYS_timerfd_create = 283,
    SYS_timerfd_settime = 286,
    SYS_accept4 = 288,
    SYS_eventfd2 = 290,
    SYS_epoll_create1 = 291,
    SYS_dup3 = 292,
    SYS_pipe2 = 293,
    SYS_prlimit64 = 302,
    SYS_finit_module = 313,
    SYS_renameat2 = 316,
    SYS_getrandom = 318,
    SYS_memfd_create = 319,
    SYS_membarrier = 324,
    SYS_fsopen = 430,
    SYS_fsconfig = 431,
    SYS_fsmount = 432,
    SYS_close_range = 436,
};

/* Past the page cache. */
#define O_DIRECT 040000

/* What rt_sigaction() takes. */
struct signal_action {
    uint64_t handler, flags;
    const void *restorer; /* where the handler returns to */
    uint64_t mask;
};
#define SIGNAL_ACTION(handler, flags, restorer) {handler, (flags) | 0x04000000, restorer, 0}

/* epoll's, which is packed here alone. */
struct epoll_event {
    uint32_t events;
    uint64_t data;
} __attribute__((packed));

/* The name of clock_gettime() in what Linux maps into each process. */
#define VDSO_CLOCK_GETTIME "__vdso_clock_gettime"

#endif
