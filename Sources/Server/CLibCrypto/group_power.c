// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "CLibCrypto.h"
#include "group.h"

#include <limits.h>
#include <openssl/err.h>

static int group_power(const gatehouse_group *group, BN_CTX *scratch, const uint8_t *base, int base_count, const uint8_t *exponent,
                       int exponent_count, uint8_t *result) {
    BIGNUM *b = BN_CTX_get(scratch);
    BIGNUM *e = BN_CTX_get(scratch);
    BIGNUM *r = BN_CTX_get(scratch);
    if (!r || !BN_bin2bn(base, base_count, b) || !BN_bin2bn(exponent, exponent_count, e)) {
        return 0;
    }
    BN_set_flags(e, BN_FLG_CONSTTIME);
    return BN_nnmod(b, b, group->modulus, scratch)
        && BN_mod_exp_mont_consttime(r, b, e, group->modulus, scratch, group->context)
        && BN_bn2binpad(r, result, GATEHOUSE_GROUP_BYTES) == GATEHOUSE_GROUP_BYTES;
}

int gatehouse_group_power(const uint8_t *base, size_t base_count, const uint8_t *exponent, size_t exponent_count,
                          uint8_t *result) {
    const gatehouse_group *group = gatehouse_group_shared();
    BN_CTX *scratch = BN_CTX_secure_new();
    if (base_count > INT_MAX / 8 || exponent_count > INT_MAX / 8 || !group || !scratch) {
        BN_CTX_free(scratch);
        return 0;
    }
    BN_CTX_start(scratch);
    int done = group_power(group, scratch, base, (int)base_count, exponent, (int)exponent_count, result);
    BN_CTX_end(scratch);
    BN_CTX_free(scratch);
    if (!done) {
        ERR_clear_error();
    }
    return done;
}
