// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef CALLOCATOR_H
#define CALLOCATOR_H

/// Returns the pages of freed memory to the system; it does nothing where the C library has no such function. Any
/// thread may call it.
void gatehouse_return_free_memory(void);

#endif
