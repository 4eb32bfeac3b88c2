#include <pango/pangocairo.h>
#include <cairo/cairo.h>
#include <hb-ot.h>
