// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef CENQUEUEHOOK_H
#define CENQUEUEHOOK_H

#include <stdbool.h>

// Takes the jobs that Swift's runtime would hand to its pool of threads, as long as the thread that hands them out has
// a stage. Other threads, and with them the rest of the process, run as ever.

/// Receives a job for a stage.
typedef void (*enqueue_hook_sink)(void *_Nonnull stage, void *_Nonnull job);

/// Puts the hook in place for the whole process.
void enqueue_hook_install(enqueue_hook_sink _Nonnull sink);

/// Gives the calling thread a stage, or takes it away with NULL.
void enqueue_hook_set_stage(void *_Nullable stage);

/// Whether the calling thread has this stage.
bool enqueue_hook_has_stage(const void *_Nonnull stage);

#endif
