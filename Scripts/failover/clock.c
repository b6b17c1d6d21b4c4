// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors
//
// A library to preload into one process, whose clock then differs from the machine's by the seconds in the file that
// CLOCK_OFFSET_FILE names, a 64-bit number. The file is mapped, so a change counts at once. Debian's libfaketime
// changes the environment as it starts, and Swift then no longer finds the arguments of the process.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *offset;
static int (*system_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void open_offset(void) {
    system_clock_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    const char *path = getenv("CLOCK_OFFSET_FILE");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *mapped = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (mapped != MAP_FAILED) offset = mapped;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    // Constructors of other libraries may ask for the time earlier.
    if (!system_clock_gettime) open_offset();
    int result = system_clock_gettime(clock, now);
    if (result == 0 && offset && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *offset;
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec precise;
    (void)zone;
    int result = clock_gettime(CLOCK_REALTIME, &precise);
    if (result == 0) {
        now->tv_sec = precise.tv_sec;
        now->tv_usec = precise.tv_nsec / 1000;
    }
    return result;
}

time_t time(time_t *seconds) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    if (seconds) *seconds = now.tv_sec;
    return now.tv_sec;
}
