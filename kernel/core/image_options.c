/* Apart from what reads it, so that the compiler does not take it for an empty string. */
#include <options.h>

__attribute__((section(".hb.options"))) const char image_options[IMAGE_OPTIONS_MAX] = "";
