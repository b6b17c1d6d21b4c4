// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "CProcess.h"

#ifdef __linux__
#include <sys/fsuid.h>
#endif

int gatehouse_use_files_as(uid_t user) {
#ifdef __linux__
    setfsuid(user);
    // The call reports no error, but returns the user before it; that of -1 changes nothing.
    return (uid_t)setfsuid((uid_t)-1) == user ? 0 : -1;
#else
    (void)user;
    return -1;
#endif
}
