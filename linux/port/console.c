/* The console is the standard output, or a port of the machine's. */
#include "port.h"

enum { TCSBRK = 0x5409, WITHOUT_BREAK = 1 };

static bool at_port;

bool console_use_port(void)
{
    at_port = debug_port_write("", 0);
    if (at_port)
        machine.console_kind = "debug-port";
    return at_port;
}

/* Nobody is left to tell when it cannot be written to. */
void console_write(const char *text, size_t length)
{
    if (at_port && debug_port_write(text, length))
        return;
    while (length) {
        long written = CALL(write, STDOUT, text, length);
        if (written < 0 && written != -EINTR)
            CALL(exit_group, 1);
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
}

/* What tcdrain(3) does: without effect on what is no terminal. */
void console_drain(void) { CALL(ioctl, STDOUT, TCSBRK, WITHOUT_BREAK); }
