/* The scratch disk behind an AHCI controller: machine=q35,disk=ahci. A store to a register starts
 * the request, an exit to the monitor; the answer is polled for in memory; another exit reads that
 * the controller is done with it. Data is compared as in disk-read. */
#include "page-read.h"

PAGE_READS(ahci, "Read 4 KiB of a SATA disk and poll for them (AHCI)");
