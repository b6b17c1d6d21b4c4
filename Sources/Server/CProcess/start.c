// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

// For the calls whose names end in _np.
#define _GNU_SOURCE

#include "CProcess.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>

static int add_files(posix_spawn_file_actions_t *actions, const char *folder, const int *descriptors) {
    int result = 0;
    for (int target = 0; target < 3 && result == 0; target++) {
        result = descriptors[target] < 0
                     ? posix_spawn_file_actions_addopen(actions, target, "/dev/null", O_RDWR, 0)
                     : posix_spawn_file_actions_adddup2(actions, descriptors[target], target);
    }
#ifdef __GLIBC__
    if (result == 0) result = posix_spawn_file_actions_addclosefrom_np(actions, 3);
#endif
    if (result == 0 && folder) result = posix_spawn_file_actions_addchdir_np(actions, folder);
    return result;
}

static int add_signals(posix_spawnattr_t *attributes) {
    short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#if defined(POSIX_SPAWN_CLOEXEC_DEFAULT)
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#elif !defined(__GLIBC__)
#error "This system has no call that closes the other descriptors of a new process."
#endif
    sigset_t none, changeable;
    sigemptyset(&none);
    sigfillset(&changeable);
    sigdelset(&changeable, SIGKILL);
    sigdelset(&changeable, SIGSTOP);
    int result = posix_spawnattr_setflags(attributes, flags);
    if (result == 0) result = posix_spawnattr_setpgroup(attributes, 0);
    if (result == 0) result = posix_spawnattr_setsigmask(attributes, &none);
    if (result == 0) result = posix_spawnattr_setsigdefault(attributes, &changeable);
    return result;
}

int gatehouse_start_program(
    pid_t *process, char *const *arguments, char *const *environment, const char *folder, const int *descriptors
) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int result = posix_spawn_file_actions_init(&actions);
    if (result != 0) return result;
    result = posix_spawnattr_init(&attributes);
    if (result == 0) {
        result = add_files(&actions, folder, descriptors);
        if (result == 0) result = add_signals(&attributes);
        if (result == 0) result = posix_spawn(process, arguments[0], &actions, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return result;
}
