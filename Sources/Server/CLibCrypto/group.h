// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef GATEHOUSE_GROUP_H
#define GATEHOUSE_GROUP_H

#include <openssl/bn.h>

/// The 3072-bit prime N of RFC 3526 and the context of Montgomery multiplication modulo N.
///
/// Threads share them, because they never change.
typedef struct {
    const BIGNUM *modulus;
    BN_MONT_CTX *context;
} gatehouse_group;

/// Returns the group, which the first call creates, or NULL if memory ran out.
const gatehouse_group *gatehouse_group_shared(void);

#endif
