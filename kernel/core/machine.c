/* What the architecture and the core tell each other of the machine and of the run. */
#include <posih.h>

struct boot_info boot_info;
struct machine_info machine;
bool run_complete;
