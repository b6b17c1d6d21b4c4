// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef GATEHOUSE_GROUP_H
#define GATEHOUSE_GROUP_H

#include <openssl/bn.h>

/// The 3072-bit prime N of RFC 3526 and what Montgomery's products modulo N need.
///
/// Threads share them, because they do not change after they are made.
typedef struct {
    const BIGNUM *modulus;
    BN_MONT_CTX *context;
} gatehouse_group;

/// The group, made on the first call. Returns NULL if memory ran out.
const gatehouse_group *gatehouse_group_shared(void);

#endif
