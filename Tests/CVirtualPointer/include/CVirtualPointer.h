#pragma once

#include <stdbool.h>
#include <stdint.h>

/// A pointer that a compositor of the wlroots family moves for us.
struct virtual_pointer;

/// Null where the compositor does not answer, or lends no pointers.
struct virtual_pointer *virtual_pointer_open(const char *display);
void virtual_pointer_close(struct virtual_pointer *pointer);

/// To a place on an output of this size. False where the compositor is gone; returns when it has
/// handled the event. Times are in milliseconds.
bool virtual_pointer_move(
    struct virtual_pointer *pointer, uint32_t time, uint32_t x, uint32_t y, uint32_t width,
    uint32_t height);

/// `code` is an evdev code: 0x110 is the left button.
bool virtual_pointer_button(
    struct virtual_pointer *pointer, uint32_t time, uint32_t code, bool is_pressed);
