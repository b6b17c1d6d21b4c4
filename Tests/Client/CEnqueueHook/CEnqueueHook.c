// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "CEnqueueHook.h"

#include <stddef.h>

typedef __attribute__((swiftcall)) void (*enqueue_function)(void *job);
typedef __attribute__((swiftcall)) void (*enqueue_hook)(void *job, enqueue_function original);

// The runtime's own point of extension.
extern enqueue_hook swift_task_enqueueGlobal_hook;

static _Thread_local void *current_stage = NULL;
static enqueue_hook_sink current_sink = NULL;

static __attribute__((swiftcall)) void enqueue(void *job, enqueue_function original) {
    if (current_stage) {
        current_sink(current_stage, job);
    } else {
        original(job);
    }
}

void enqueue_hook_install(enqueue_hook_sink sink) {
    current_sink = sink;
    swift_task_enqueueGlobal_hook = enqueue;
}

void enqueue_hook_set_stage(void *stage) { current_stage = stage; }

bool enqueue_hook_has_stage(const void *stage) { return current_stage == stage; }
