/// The Wayland server library, for Swift.
#pragma once
#include <wayland-server.h>
