#define VK_USE_PLATFORM_WAYLAND_KHR 1
#include <wayland-client.h>
#include <vulkan/vulkan.h>

/* Function-like macros are not imported into Swift. */
static const uint32_t CVK_API_VERSION_1_2 = VK_API_VERSION_1_2;
static const uint32_t CVK_API_VERSION_1_3 = VK_API_VERSION_1_3;
