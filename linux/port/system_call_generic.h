/* How Linux is called where an architecture has no table of its own: a number in CALL_NUMBER,
 * arguments in registers that are numbered behind CALL_ARGUMENT, the first of which takes the
 * result, and CALL_INSTRUCTION. The numbers are those of the kernel's
 * include/uapi/asm-generic/unistd.h. */
#ifndef SYSTEM_CALL_GENERIC_H
#define SYSTEM_CALL_GENERIC_H

#define SYSTEM_CALL(count, parameters, registers, ...)                      \
    static inline long system_call##count parameters                        \
    {                                                                       \
        register long call asm(CALL_NUMBER) = number;                       \
        register long result asm(CALL_ARGUMENT "0");                        \
        registers asm volatile(CALL_INSTRUCTION : "=r"(result) : "r"(call), \
                               ##__VA_ARGS__ : "memory");                   \
        return result;                                                      \
    }

#define R(index, value) register long r##index asm(CALL_ARGUMENT #index) = value;

SYSTEM_CALL(0, (long number), )
SYSTEM_CALL(1, (long number, long a), R(0, a), "r"(r0))
SYSTEM_CALL(2, (long number, long a, long b), R(0, a) R(1, b), "r"(r0), "r"(r1))
SYSTEM_CALL(3, (long number, long a, long b, long c), R(0, a) R(1, b) R(2, c), "r"(r0), "r"(r1),
            "r"(r2))
SYSTEM_CALL(4, (long number, long a, long b, long c, long d), R(0, a) R(1, b) R(2, c) R(3, d),
            "r"(r0), "r"(r1), "r"(r2), "r"(r3))
SYSTEM_CALL(5, (long number, long a, long b, long c, long d, long e),
            R(0, a) R(1, b) R(2, c) R(3, d) R(4, e), "r"(r0), "r"(r1), "r"(r2), "r"(r3), "r"(r4))
SYSTEM_CALL(6, (long number, long a, long b, long c, long d, long e, long f),
            R(0, a) R(1, b) R(2, c) R(3, d) R(4, e) R(5, f), "r"(r0), "r"(r1), "r"(r2), "r"(r3),
            "r"(r4), "r"(r5))

enum {
    SYS_eventfd2 = 19,
    SYS_epoll_create1 = 20,
    SYS_epoll_ctl = 21,
    SYS_epoll_pwait = 22,
    SYS_dup3 = 24,
    SYS_fcntl = 25,
    SYS_ioctl = 29,
    SYS_mkdirat = 34,
    SYS_unlinkat = 35,
    SYS_umount2 = 39,
    SYS_mount = 40,
    SYS_statfs = 43,
    SYS_ftruncate = 46,
    SYS_faccessat = 48,
    SYS_chdir = 49,
    SYS_fchdir = 50,
    SYS_openat = 56,
    SYS_close = 57,
    SYS_pipe2 = 59,
    SYS_getdents64 = 61,
    SYS_lseek = 62,
    SYS_read = 63,
    SYS_write = 64,
    SYS_pread64 = 67,
    SYS_pwrite64 = 68,
    SYS_pselect6 = 72,
    SYS_ppoll = 73,
    SYS_newfstatat = 79,
    SYS_fstat = 80,
    SYS_fsync = 82,
    SYS_timerfd_create = 85,
    SYS_timerfd_settime = 86,
    SYS_exit_group = 94,
    SYS_futex = 98,
    SYS_timer_create = 107,
    SYS_timer_settime = 110,
    SYS_timer_delete = 111,
    SYS_clock_gettime = 113,
    SYS_clock_nanosleep = 115,
    SYS_sched_setscheduler = 119,
    SYS_sched_setaffinity = 122,
    SYS_sched_getaffinity = 123,
    SYS_sched_yield = 124,
    SYS_kill = 129,
    SYS_sigaltstack = 132,
    SYS_rt_sigaction = 134,
    SYS_rt_sigprocmask = 135,
    SYS_setpriority = 140,
    SYS_reboot = 142,
    SYS_setpgid = 154,
    SYS_uname = 160,
    SYS_getrusage = 165,
    SYS_prctl = 167,
    SYS_getpid = 172,
    SYS_getppid = 173,
    SYS_geteuid = 175,
    SYS_gettid = 178,
    SYS_sysinfo = 179,
    SYS_socket = 198,
    SYS_socketpair = 199,
    SYS_bind = 200,
    SYS_listen = 201,
    SYS_connect = 203,
    SYS_getsockname = 204,
    SYS_setsockopt = 208,
    SYS_munmap = 215,
    SYS_clone = 220,
    SYS_execve = 221,
    SYS_mmap = 222,
    SYS_mprotect = 226,
    SYS_fadvise64 = 223,
    SYS_madvise = 233,
    SYS_accept4 = 242,
    SYS_wait4 = 260,
    SYS_prlimit64 = 261,
    SYS_finit_module = 273,
    SYS_renameat2 = 276,
    SYS_getrandom = 278,
    SYS_memfd_create = 279,
    SYS_membarrier = 283,
    SYS_fsopen = 430,
    SYS_fsconfig = 431,
    SYS_fsmount = 432,
    SYS_close_range = 436,
};

#endif
