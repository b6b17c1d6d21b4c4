// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "CLibCrypto.h"
#include "group.h"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <pthread.h>
#include <string.h>

// Powers of the generator 2 by a comb with four teeth, 64 bits apart (Lim and Lee, CRYPTO '94), as GeneratorTables has it
// in Swift: 64 products and 7 squares instead of some 330.

enum { TEETH = 4, ROWS = 8, SPACING = 64, STEP = SPACING / ROWS, ENTRIES = 1 << TEETH, LIMBS = GATEHOUSE_GROUP_BYTES / 8 };

static pthread_once_t comb_once = PTHREAD_ONCE_INIT;
static BN_MONT_CTX *comb_context;
// Row k holds the products of 2^(2^(64j + 8k)) over the sets of teeth j, in Montgomery's form, little-endian.
static uint64_t comb_table[ROWS][ENTRIES][LIMBS];

static int store(uint64_t *limbs, const BIGNUM *number) {
    return BN_bn2lebinpad(number, (unsigned char *)limbs, GATEHOUSE_GROUP_BYTES) == GATEHOUSE_GROUP_BYTES;
}

static int load(BIGNUM *number, const uint64_t *limbs) {
    return BN_lebin2bn((const unsigned char *)limbs, GATEHOUSE_GROUP_BYTES, number) != NULL;
}

// Fills a row whose entries 1, 2, 4 and 8 are there.
static int complete_row(int row, BIGNUM *a, BIGNUM *b, BN_MONT_CTX *context, BN_CTX *scratch) {
    for (int index = 3; index < ENTRIES; index++) {
        int rest = index & (index - 1);
        if (rest != 0
            && !(load(a, comb_table[row][rest]) && load(b, comb_table[row][index & -index])
                 && BN_mod_mul_montgomery(a, a, b, context, scratch) && store(comb_table[row][index], a))) {
            return 0;
        }
    }
    return 1;
}

static int make_table(BN_MONT_CTX *context, BN_CTX *scratch) {
    BIGNUM *a = BN_CTX_get(scratch);
    BIGNUM *b = BN_CTX_get(scratch);
    if (!b || !BN_to_montgomery(a, BN_value_one(), context, scratch)) {
        return 0;
    }
    for (int row = 0; row < ROWS; row++) {
        if (!store(comb_table[row][0], a)) {
            return 0;
        }
    }
    if (!BN_set_word(a, 2) || !BN_to_montgomery(a, a, context, scratch)) {
        return 0;
    }
    for (int bit = 0; bit < TEETH * SPACING; bit++) {
        if (bit % STEP == 0 && !store(comb_table[bit / STEP % ROWS][1 << bit / SPACING], a)) {
            return 0;
        }
        if (!BN_mod_mul_montgomery(a, a, a, context, scratch)) {
            return 0;
        }
    }
    for (int row = 0; row < ROWS; row++) {
        if (!complete_row(row, a, b, context, scratch)) {
            return 0;
        }
    }
    return 1;
}

static void comb_prepare(void) {
    const gatehouse_group *group = gatehouse_group_shared();
    BN_CTX *scratch = BN_CTX_new();
    if (!group || !scratch) {
        BN_CTX_free(scratch);
        return;
    }
    BN_CTX_start(scratch);
    if (make_table(group->context, scratch)) {
        comb_context = group->context;
    }
    BN_CTX_end(scratch);
    BN_CTX_free(scratch);
}

// Copies the entry at `index` after reading every entry of the row.
static void select_entry(uint64_t *result, int row, uint64_t index) {
    memset(result, 0, GATEHOUSE_GROUP_BYTES);
    for (uint64_t entry = 0; entry < ENTRIES; entry++) {
        uint64_t mask = 0 - (((index ^ entry) - 1) >> 63);
        for (int limb = 0; limb < LIMBS; limb++) {
            result[limb] |= comb_table[row][entry][limb] & mask;
        }
    }
}

static int comb_power(const uint64_t *teeth, uint64_t *entry, uint8_t *result, BN_CTX *scratch) {
    BIGNUM *power = BN_CTX_get(scratch);
    BIGNUM *factor = BN_CTX_get(scratch);
    if (!factor || !load(power, comb_table[0][0])) {
        return 0;
    }
    for (int bit = STEP - 1; bit >= 0; bit--) {
        if (bit < STEP - 1 && !BN_mod_mul_montgomery(power, power, power, comb_context, scratch)) {
            return 0;
        }
        for (int row = 0; row < ROWS; row++) {
            uint64_t index = 0;
            for (int tooth = 0; tooth < TEETH; tooth++) {
                index |= (teeth[tooth] >> (STEP * row + bit) & 1) << tooth;
            }
            select_entry(entry, row, index);
            if (!load(factor, entry) || !BN_mod_mul_montgomery(power, power, factor, comb_context, scratch)) {
                return 0;
            }
        }
    }
    return BN_from_montgomery(power, power, comb_context, scratch)
        && BN_bn2binpad(power, result, GATEHOUSE_GROUP_BYTES) == GATEHOUSE_GROUP_BYTES;
}

int gatehouse_generator_power(const uint8_t *exponent, size_t exponent_count, uint8_t *result) {
    if (exponent_count > GATEHOUSE_GENERATOR_EXPONENT_BYTES || pthread_once(&comb_once, comb_prepare) != 0
        || !comb_context) {
        return 0;
    }
    BN_CTX *scratch = BN_CTX_secure_new();
    if (!scratch) {
        return 0;
    }
    uint64_t teeth[TEETH] = {0};
    for (size_t position = 0; position < exponent_count; position++) {
        teeth[position / 8] |= (uint64_t)exponent[exponent_count - 1 - position] << position % 8 * 8;
    }
    uint64_t entry[LIMBS];
    BN_CTX_start(scratch);
    int done = comb_power(teeth, entry, result, scratch);
    BN_CTX_end(scratch);
    BN_CTX_free(scratch);
    OPENSSL_cleanse(teeth, sizeof teeth);
    OPENSSL_cleanse(entry, sizeof entry);
    if (!done) {
        ERR_clear_error();
    }
    return done;
}
