// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "CLibCrypto.h"

#include <limits.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <pthread.h>

static pthread_once_t group_once = PTHREAD_ONCE_INIT;
static BIGNUM *group_modulus;
static BN_MONT_CTX *group_context;

static void group_prepare(void) {
    BIGNUM *modulus = BN_get_rfc3526_prime_3072(NULL);
    BN_MONT_CTX *context = BN_MONT_CTX_new();
    BN_CTX *scratch = BN_CTX_new();
    if (modulus && context && scratch && BN_MONT_CTX_set(context, modulus, scratch)) {
        group_modulus = modulus;
        group_context = context;
    } else {
        BN_free(modulus);
        BN_MONT_CTX_free(context);
    }
    BN_CTX_free(scratch);
}

static int group_power(BN_CTX *scratch, const uint8_t *base, int base_count, const uint8_t *exponent,
                       int exponent_count, uint8_t *result) {
    BIGNUM *b = BN_CTX_get(scratch);
    BIGNUM *e = BN_CTX_get(scratch);
    BIGNUM *r = BN_CTX_get(scratch);
    if (!r || !BN_bin2bn(base, base_count, b) || !BN_bin2bn(exponent, exponent_count, e)) {
        return 0;
    }
    BN_set_flags(e, BN_FLG_CONSTTIME);
    // The modulus and its context are only read, so threads share them.
    return BN_nnmod(b, b, group_modulus, scratch)
        && BN_mod_exp_mont_consttime(r, b, e, group_modulus, scratch, group_context)
        && BN_bn2binpad(r, result, GATEHOUSE_GROUP_BYTES) == GATEHOUSE_GROUP_BYTES;
}

int gatehouse_group_power(const uint8_t *base, size_t base_count, const uint8_t *exponent, size_t exponent_count,
                          uint8_t *result) {
    if (base_count > INT_MAX / 8 || exponent_count > INT_MAX / 8 || pthread_once(&group_once, group_prepare) != 0
        || !group_context) {
        return 0;
    }
    BN_CTX *scratch = BN_CTX_secure_new();
    if (!scratch) {
        return 0;
    }
    BN_CTX_start(scratch);
    int done = group_power(scratch, base, (int)base_count, exponent, (int)exponent_count, result);
    BN_CTX_end(scratch);
    BN_CTX_free(scratch);
    if (!done) {
        ERR_clear_error();
    }
    return done;
}
