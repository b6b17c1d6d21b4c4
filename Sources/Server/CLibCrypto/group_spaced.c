// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "CLibCrypto.h"
#include "group.h"

#include <limits.h>
#include <openssl/err.h>

// Powers of a base whose powers for the exponents 2^64, 2^128 and 2^192 are known: a comb with four teeth (Lim and Lee,
// CRYPTO '94), 63 squares and some 70 products instead of 340 of both.

enum { TEETH = 1 + GATEHOUSE_SPACED_POWERS, SPACING = 64, ENTRIES = 1 << TEETH };

static int read_reduced(BIGNUM *number, const uint8_t *bytes, int count, const gatehouse_group *group,
                        BN_CTX *scratch) {
    return BN_bin2bn(bytes, count, number) && BN_nnmod(number, number, group->modulus, scratch);
}

static int enter(BIGNUM *number, const uint8_t *bytes, int count, const gatehouse_group *group, BN_CTX *scratch) {
    return read_reduced(number, bytes, count, group, scratch)
        && BN_to_montgomery(number, number, group->context, scratch);
}

static int write_number(uint8_t *bytes, const BIGNUM *number) {
    return BN_bn2binpad(number, bytes, GATEHOUSE_GROUP_BYTES) == GATEHOUSE_GROUP_BYTES;
}

static int leave(uint8_t *bytes, const BIGNUM *number, BIGNUM *plain, const gatehouse_group *group, BN_CTX *scratch) {
    return BN_from_montgomery(plain, number, group->context, scratch) && write_number(bytes, plain);
}

static int make_powers(const uint8_t *base, int base_count, uint8_t *powers, const gatehouse_group *group,
                       BN_CTX *scratch) {
    BIGNUM *power = BN_CTX_get(scratch);
    BIGNUM *plain = BN_CTX_get(scratch);
    if (!plain || !enter(power, base, base_count, group, scratch)) {
        return 0;
    }
    for (int bit = 1; bit <= GATEHOUSE_SPACED_POWERS * SPACING; bit++) {
        if (!BN_mod_mul_montgomery(power, power, power, group->context, scratch)
            || (bit % SPACING == 0
                && !leave(powers + (bit / SPACING - 1) * GATEHOUSE_GROUP_BYTES, power, plain, group, scratch))) {
            return 0;
        }
    }
    return 1;
}

// Entry i is the product of the powers of the teeth in the set i; entry 0 is not used.
static int make_table(BIGNUM **table, const uint8_t *base, int base_count, const uint8_t *powers,
                      const gatehouse_group *group, BN_CTX *scratch) {
    for (int index = 1; index < ENTRIES; index++) {
        table[index] = BN_CTX_get(scratch);
    }
    if (!table[ENTRIES - 1] || !enter(table[1], base, base_count, group, scratch)) {
        return 0;
    }
    for (int tooth = 1; tooth < TEETH; tooth++) {
        const uint8_t *power = powers + (tooth - 1) * GATEHOUSE_GROUP_BYTES;
        if (!enter(table[1 << tooth], power, GATEHOUSE_GROUP_BYTES, group, scratch)) {
            return 0;
        }
    }
    for (int index = 3; index < ENTRIES; index++) {
        int rest = index & (index - 1);
        if (rest != 0 && !BN_mod_mul_montgomery(table[index], table[rest], table[index & -index], group->context, scratch)) {
            return 0;
        }
    }
    return 1;
}

static int spaced_power(const BIGNUM *factor, BIGNUM **table, const uint64_t *teeth, uint8_t *result,
                        const gatehouse_group *group, BN_CTX *scratch) {
    BIGNUM *power = BN_CTX_get(scratch);
    BIGNUM *plain = BN_CTX_get(scratch);
    if (!plain || !BN_to_montgomery(power, BN_value_one(), group->context, scratch)) {
        return 0;
    }
    for (int bit = SPACING - 1; bit >= 0; bit--) {
        int index = 0;
        for (int tooth = 0; tooth < TEETH; tooth++) {
            index |= (int)(teeth[tooth] >> bit & 1) << tooth;
        }
        if (!BN_mod_mul_montgomery(power, power, power, group->context, scratch)
            || (index != 0 && !BN_mod_mul_montgomery(power, power, table[index], group->context, scratch))) {
            return 0;
        }
    }
    // The product with a number that is not in Montgomery's form is not in it either.
    return BN_mod_mul_montgomery(plain, power, factor, group->context, scratch) && write_number(result, plain);
}

int gatehouse_spaced_powers(const uint8_t *base, size_t base_count, uint8_t *powers) {
    const gatehouse_group *group = gatehouse_group_shared();
    BN_CTX *scratch = BN_CTX_secure_new();
    if (base_count > INT_MAX / 8 || !group || !scratch) {
        BN_CTX_free(scratch);
        return 0;
    }
    BN_CTX_start(scratch);
    int done = make_powers(base, (int)base_count, powers, group, scratch);
    BN_CTX_end(scratch);
    BN_CTX_free(scratch);
    if (!done) {
        ERR_clear_error();
    }
    return done;
}

int gatehouse_spaced_power(const uint8_t *factor, size_t factor_count, const uint8_t *base, size_t base_count,
                           const uint8_t *powers, const uint8_t *public_exponent, size_t exponent_count,
                           uint8_t *result) {
    const gatehouse_group *group = gatehouse_group_shared();
    BN_CTX *scratch = BN_CTX_secure_new();
    if (factor_count > INT_MAX / 8 || base_count > INT_MAX / 8 || exponent_count > GATEHOUSE_SPACED_EXPONENT_BYTES
        || !group || !scratch) {
        BN_CTX_free(scratch);
        return 0;
    }
    uint64_t teeth[TEETH] = {0};
    for (size_t position = 0; position < exponent_count; position++) {
        teeth[position / 8] |= (uint64_t)public_exponent[exponent_count - 1 - position] << position % 8 * 8;
    }
    BIGNUM *table[ENTRIES] = {NULL};
    BN_CTX_start(scratch);
    BIGNUM *reduced = BN_CTX_get(scratch);
    int done = reduced && read_reduced(reduced, factor, (int)factor_count, group, scratch)
        && make_table(table, base, (int)base_count, powers, group, scratch)
        && spaced_power(reduced, table, teeth, result, group, scratch);
    BN_CTX_end(scratch);
    BN_CTX_free(scratch);
    if (!done) {
        ERR_clear_error();
    }
    return done;
}
