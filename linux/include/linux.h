/* What programs and Linux tell one another by: the part of its interface that is used here, the
 * same on all architectures (the kernel's include/uapi/). */
#ifndef LINUX_H
#define LINUX_H

#include <stdint.h>

#include <system_call.h>

/* CALL(name, arguments…) is a system call: its result, or an error's number negated. */
#define CALL(...) CALL_COUNTED(__VA_ARGS__, 6, 5, 4, 3, 2, 1, 0)(__VA_ARGS__)
#define CALL_COUNTED(name, a, b, c, d, e, f, count, ...) CALL_##count
#define CALL_0(name) system_call0(SYS_##name)
#define CALL_1(name, a) system_call1(SYS_##name, (long)(a))
#define CALL_2(name, a, b) system_call2(SYS_##name, (long)(a), (long)(b))
#define CALL_3(name, a, b, c) system_call3(SYS_##name, (long)(a), (long)(b), (long)(c))
#define CALL_4(name, a, b, c, d) \
    system_call4(SYS_##name, (long)(a), (long)(b), (long)(c), (long)(d))
#define CALL_5(name, a, b, c, d, e) \
    system_call5(SYS_##name, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e))
#define CALL_6(name, a, b, c, d, e, f) \
    system_call6(SYS_##name, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

enum { STDIN, STDOUT, STDERR };

enum error {
    EPERM = 1,
    ENOENT = 2,
    ESRCH = 3,
    EINTR = 4,
    EBADF = 9,
    EAGAIN = 11,
    ENOMEM = 12,
    EACCES = 13,
    EBUSY = 16,
    EEXIST = 17,
    ENODEV = 19,
    EINVAL = 22,
    EMFILE = 24,
    ENOSPC = 28,
    EPIPE = 32,
    ENOSYS = 38,
    EAFNOSUPPORT = 97
};

enum { AT_FDCWD = -100, AT_REMOVEDIR = 0x200 };
enum {
    O_RDONLY = 0,
    O_NONBLOCK = 04000,
    O_WRONLY = 1,
    O_RDWR = 2,
    O_CREAT = 0100,
    O_EXCL = 0200,
    O_TRUNC = 01000,
    O_CLOEXEC = 02000000
};

enum { PROT_READ = 1, PROT_WRITE = 2 };
enum {
    MAP_SHARED = 1,
    MAP_PRIVATE = 2,
    MAP_FIXED = 0x10,
    MAP_ANONYMOUS = 0x20,
    MAP_NORESERVE = 0x4000
};
enum { MADV_DONTNEED = 4, MADV_HUGEPAGE = 14, MADV_NOHUGEPAGE = 15 };

enum signal {
    SIGILL = 4,
    SIGTRAP = 5,
    SIGBUS = 7,
    SIGFPE = 8,
    SIGKILL = 9,
    SIGUSR1 = 10,
    SIGSEGV = 11,
    SIGUSR2 = 12,
    SIGPIPE = 13,
    SIGALRM = 14,
    SIGCHLD = 17,
    SIGSYS = 31,
    SIGNALS = 65
};
enum { SA_SIGINFO = 4, SA_ONSTACK = 0x08000000, SA_NODEFER = 0x40000000 };
enum { SIG_SETMASK = 2 };
#define SIG_DFL 0UL
#define SIG_IGN 1UL

struct signal_info {
    int number, error, code, padding;
    uint64_t address; /* of the memory, where a fault raised the signal */
};

struct timespec {
    int64_t seconds, nanoseconds;
};
struct itimerspec {
    struct timespec interval, value;
};
enum { CLOCK_MONOTONIC = 1, CLOCK_BOOTTIME = 7 };

enum {
    CLONE_VM = 0x100,
    CLONE_FS = 0x200,
    CLONE_FILES = 0x400,
    CLONE_SIGHAND = 0x800,
    CLONE_VFORK = 0x4000,
    CLONE_THREAD = 0x10000,
    CLONE_SYSVSEM = 0x40000,
    CLONE_CHILD_CLEARTID = 0x200000
};

enum { PR_SET_PDEATHSIG = 1, PR_SET_TIMERSLACK = 29, PR_SET_CHILD_SUBREAPER = 36 };

enum { FUTEX_WAIT = 0, FUTEX_WAKE = 1 };

enum { AF_UNIX = 1, AF_INET = 2, SOCK_STREAM = 1, SOCK_DGRAM = 2, SOCK_RAW = 3 };
enum { IPPROTO_ICMP = 1, IPPROTO_TCP = 6, TCP_NODELAY = 1 };
enum { LOOPBACK = 0x0100007f }; /* 127.0.0.1, in the network's order on a little-endian CPU */
struct inet_address {
    uint16_t family, port;
    uint32_t address;
    uint64_t zero;
};

enum {
    SOL_SOCKET = 1,
    SO_SNDBUF = 7,
    SO_RCVBUF = 8,
    SO_LINGER = 13,
    SO_RCVTIMEO = 20,
    SO_SNDTIMEO = 21
};

/* A network device, and what is asked or said of it. */
enum {
    SIOCGIFFLAGS = 0x8913,
    SIOCSIFFLAGS = 0x8914,
    SIOCSIFADDR = 0x8916,
    SIOCSIFNETMASK = 0x891c,
    IFF_UP = 1
};
struct interface_request {
    char name[16];
    union {
        uint16_t flags;
        struct inet_address address;
        uint8_t room[24];
    };
};

enum { EXECUTABLE = 1 }; /* of faccessat() */
enum { SEEK_START = 0, SEEK_END = 2 };
enum { F_GETFD = 1, F_SETLK = 6, F_WRLCK = 1, F_UNLCK = 2 };
struct file_lock {
    short kind, whence;
    int64_t start, length;
    int process;
};

/* Nobody looks into it here. */
struct file_status {
    uint64_t words[18];
};

enum { POLLIN = 1, EPOLL_CTL_ADD = 1 };
struct pollfd {
    int file;
    short events, happened;
};

#endif
