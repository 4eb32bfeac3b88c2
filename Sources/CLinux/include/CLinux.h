#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <sys/resource.h>
#include <malloc.h>
#include <time.h>
#include <poll.h>
#include <unistd.h>
#include <pthread.h>
#include <errno.h>
#include <signal.h>

/// Names the calling thread, at most 15 bytes, for debuggers and top. (Glibc hides it from Swift.)
void clinux_set_thread_name(const char *name);
