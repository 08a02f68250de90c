#include "line.h"

#include <stddef.h>

#include "csr.h"
#include "device.h"
#include "ipi.h"

static bool by_aplic;
static volatile uint32_t claimed; /* and not completed; 0 for none */

const char *line_take(uint32_t number)
{
    by_aplic = device_registers(DEVICE_APLIC);
    claimed = 0;
    if (by_aplic && aplic_sends() != ipi_is_message())
        return "the kernel takes either messages or lines, and the APLIC has the other";
    if (!(by_aplic ? aplic_take(number) : plic_take(number)))
        return "the device tree names no interrupt controller for lines of this hart";
    csr_set(sie, 1 << IRQ_EXTERNAL);
    return NULL;
}

void line_give_back(uint32_t number)
{
    if (by_aplic)
        aplic_give_back(number);
    else
        plic_give_back(number);
    if (!ipi_is_message())
        csr_clear(sie, 1 << IRQ_EXTERNAL);
}

bool line_claim(void)
{
    uint32_t number = by_aplic ? aplic_claim() : plic_claim();
    if (number && !by_aplic)
        claimed = number;
    return number;
}

/* A PLIC's line that is still raised would interrupt again at once: it is completed not by the
 * handler but when the device has been acknowledged. It may then interrupt in here. */
void line_complete(void)
{
    uint32_t number = claimed;
    claimed = 0;
    if (number)
        plic_complete(number);
}
