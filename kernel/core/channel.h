/* What the external timing channel can tell: windows whose content is known. */
#ifndef CHANNEL_H
#define CHANNEL_H

/* Opens windows in which nothing happens, and windows in which the guest's own counter
 * advances by a known amount, and reports what the counter showed of each. Nothing without
 * a channel. */
void measure_channel(void);

#endif
