/* System calls that fail, in words. */
#include <process.h>

const char *error_words(long error)
{
    static const struct {
        enum error number;
        const char *words;
    } known[] = {
        {EPERM, "it is not permitted"},
        {ENOENT, "there is no such file"},
        {EINTR, "it was interrupted"},
        {EBADF, "the file is not open"},
        {EAGAIN, "it is not available at the moment"},
        {ENOMEM, "there is not enough memory"},
        {EACCES, "access is denied"},
        {EBUSY, "it is in use"},
        {EEXIST, "it exists already"},
        {ENODEV, "there is no such device"},
        {EINVAL, "it is not supported in this way"},
        {EMFILE, "too many files are open"},
        {ENOSPC, "no space is left"},
        {EPIPE, "nobody is at the other end"},
        {ENOSYS, "this Linux has no such call"},
        {EAFNOSUPPORT, "this Linux has no such sockets"},
    };
    static char text[24];
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].number == (enum error)error)
            return known[i].words;
    format(text, sizeof text, "error %ld", error);
    return text;
}

/* A child has no benchmark to end but its own part of it. */
void process_failed(const char *call, long result)
{
    if (CALL(gettid) != process_id())
        CALL(exit_group, 1);
    if (result < 0)
        fail("%s() failed: %s", call, error_words(-result));
    fail("%s() did less than it was asked for: %ld", call, result);
}
