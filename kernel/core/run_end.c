#include "run_end.h"

#include <posih.h>

#include "record.h"
#include "summary.h"

void run_ends(const char *trouble)
{
    summary_show(trouble);
    power_off();
}

void die(const char *reason)
{
    record_begin("panic");
    record_string("what", reason);
    record_end();
    run_ends(reason);
}
