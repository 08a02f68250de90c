/* The scratch disk as an NVMe controller: machine=q35,disk=nvme. Data is compared as in disk-read.
 */
#include "page-read.h"

PAGE_READS(nvme, "Read 4 KiB of an NVMe disk and poll for them");
