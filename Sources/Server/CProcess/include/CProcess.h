// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef CPROCESS_H
#define CPROCESS_H

#include <sys/types.h>

/// Lets the calling thread open files with the rights of a user, until the program is replaced (Linux, `setfsuid(2)`).
/// Returns 0; -1 if the process may not do that, or if the system has no such call.
int gatehouse_use_files_as(uid_t user);

#endif
