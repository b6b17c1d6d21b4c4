// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "group.h"

#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static gatehouse_group group;

static void prepare(void) {
    BIGNUM *modulus = BN_get_rfc3526_prime_3072(NULL);
    BN_MONT_CTX *context = BN_MONT_CTX_new();
    BN_CTX *scratch = BN_CTX_new();
    if (modulus && context && scratch && BN_MONT_CTX_set(context, modulus, scratch)) {
        group.modulus = modulus;
        group.context = context;
    } else {
        BN_free(modulus);
        BN_MONT_CTX_free(context);
    }
    BN_CTX_free(scratch);
}

const gatehouse_group *gatehouse_group_shared(void) {
    return pthread_once(&once, prepare) == 0 && group.context ? &group : NULL;
}
