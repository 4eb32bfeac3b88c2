#include "CWaylandServer.h"
