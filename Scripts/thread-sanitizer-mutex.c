// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

// Tells the thread sanitizer which thread held a `Mutex` of Swift's Synchronization module before. When two threads
// compete, the lock passes from one to the other inside that library and in Linux's kernel. The sanitizer observes
// neither, so it reports protected accesses as races. These functions are loaded first (LD_PRELOAD) and replace the
// library's, except that of `withLockIfAvailable`, which has no caller here.

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
