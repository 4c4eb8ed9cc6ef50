// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

// Shows ThreadSanitizer what it cannot see of Swift's Mutex on Linux.
//
// A contended Mutex is locked and unlocked by three functions in libswiftSynchronization, which is not instrumented: the
// sanitizer misses that the one who unlocks comes before the one who locks, and takes what the Mutex guards for a race.
// Preloaded, this library stands in front of the three and tells it. Nothing is suppressed: it reports every other race,
// those between the holders of different mutexes too.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Not there in processes without the sanitizer.
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void (*lock_function)(uint32_t thread, SELF void *mutex);
typedef SWIFT bool (*try_lock_function)(SELF void *mutex);
typedef SWIFT void (*unlock_function)(SELF void *mutex);

SWIFT void lock(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT bool try_lock(SELF void *mutex) __asm__(TRY_LOCK);
SWIFT void unlock(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, SELF void *mutex) {
    ((lock_function)dlsym(RTLD_NEXT, LOCK))(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool try_lock(SELF void *mutex) {
    bool is_locked = ((try_lock_function)dlsym(RTLD_NEXT, TRY_LOCK))(mutex);
    if (is_locked && __tsan_acquire) __tsan_acquire(mutex);
    return is_locked;
}

SWIFT void unlock(SELF void *mutex) {
    if (__tsan_release) __tsan_release(mutex);
    ((unlock_function)dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
