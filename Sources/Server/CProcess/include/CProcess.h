// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef CPROCESS_H
#define CPROCESS_H

#include <sys/types.h>

/// Lets the calling thread open files with the rights of a user, until the program is replaced (Linux, `setfsuid(2)`).
/// Returns 0; -1 if the process may not do that, or if the system has no such call.
int gatehouse_use_files_as(uid_t user);

/// Starts a program in a process group of its own, with the default handling of all signals and without the other open
/// descriptors of this process.
///
/// The arguments and the environment end with NULL; the first argument is the path of the program. `folder` is its
/// current folder, NULL for that of this process. The descriptors become its standard input, output and errors; -1
/// means /dev/null. Returns 0, or an error number of posix_spawn(3).
int gatehouse_start_program(
    pid_t *_Nonnull process, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    const char *_Nullable folder, const int *_Nonnull descriptors);

#endif
