// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

// Tells the thread sanitizer who had a `Mutex` of Swift's Synchronization module before. Where two threads meet, the
// lock changes hands inside that library and in Linux's kernel, neither of which the sanitizer watches, so that it takes
// what the lock protects for a race. Loaded before all else (LD_PRELOAD), these stand in for the library's functions,
// but for that of `withLockIfAvailable`, which nobody calls.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Not there in programs without the sanitizer, such as the one that starts the tests.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
// `_MutexHandle._lockSlow(_: UInt32)`, and `_MutexHandle._unlockSlow()`.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void lock_function(uint32_t thread, SELF);
typedef SWIFT void unlock_function(SELF);

SWIFT void lock_slowly(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock_slowly(SELF) __asm__(UNLOCK);

SWIFT void lock_slowly(uint32_t thread, SELF) {
    ((lock_function *)dlsym(RTLD_NEXT, LOCK))(thread, self);
    if (__tsan_acquire) {
        __tsan_acquire(self);
    }
}

SWIFT void unlock_slowly(SELF) {
    if (__tsan_release) {
        __tsan_release(self);
    }
    ((unlock_function *)dlsym(RTLD_NEXT, UNLOCK))(self);
}
