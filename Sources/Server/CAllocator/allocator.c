// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "CAllocator.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void gatehouse_return_free_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
