// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "CLibCrypto.h"
#include "group.h"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <pthread.h>
#include <string.h>

// Powers of the generator 2 by a comb with six teeth, 44 bits apart (Lim and Lee, CRYPTO '94): 44 products and 3 squares
// instead of some 330.

enum { TEETH = 6, ROWS = 11, STEP = 4, SPACING = ROWS * STEP, ENTRIES = 1 << TEETH, LIMBS = GATEHOUSE_GROUP_BYTES / 8 };
enum { EXPONENT_LIMBS = (TEETH * SPACING + 63) / 64 };

static pthread_once_t comb_once = PTHREAD_ONCE_INIT;
static BN_MONT_CTX *comb_context;
// The factor that removes the blinding from a finished power.
static BIGNUM *comb_correction;
// Row k contains the products of 2^(2^(44j + 4k)) over the sets of teeth j, in Montgomery form, little-endian. Each
// entry is multiplied by a constant (blinded), because 1 is a limb shorter than other numbers and libcrypto takes
// longer for its products.
static uint64_t comb_table[ROWS][ENTRIES][LIMBS];

static int store(uint64_t *limbs, const BIGNUM *number) {
    return BN_bn2lebinpad(number, (unsigned char *)limbs, GATEHOUSE_GROUP_BYTES) == GATEHOUSE_GROUP_BYTES;
}

static int load(BIGNUM *number, const uint64_t *limbs) {
    return BN_lebin2bn((const unsigned char *)limbs, GATEHOUSE_GROUP_BYTES, number) != NULL;
}

// Computes the other entries of a row from its entries for single teeth.
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

// Fills the table with plain products.
static int make_table(BIGNUM *a, BIGNUM *b, BN_MONT_CTX *context, BN_CTX *scratch) {
    if (!BN_to_montgomery(a, BN_value_one(), context, scratch)) {
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

// Multiplies every entry by 2^100, whose Montgomery form uses all limbs.
static int blind_table(BIGNUM *a, BIGNUM *b, BN_MONT_CTX *context, BN_CTX *scratch) {
    if (!BN_set_word(b, 1) || !BN_lshift(b, b, 100) || !BN_to_montgomery(b, b, context, scratch)) {
        return 0;
    }
    for (int row = 0; row < ROWS; row++) {
        for (int index = 0; index < ENTRIES; index++) {
            uint64_t *entry = comb_table[row][index];
            if (!(load(a, entry) && BN_mod_mul_montgomery(a, a, b, context, scratch) && store(entry, a))) {
                return 0;
            }
        }
    }
    return 1;
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

// The index of the entry for the exponent's bits at `position` of every tooth.
static uint64_t entry_index(const uint64_t *exponent, int position) {
    uint64_t index = 0;
    for (int tooth = 0; tooth < TEETH; tooth++) {
        int bit = tooth * SPACING + position;
        index |= (exponent[bit / 64] >> bit % 64 & 1) << tooth;
    }
    return index;
}

// Computes the blinded power, in Montgomery form.
static int comb_power(BIGNUM *power, const uint64_t *exponent, uint64_t *entry, BN_MONT_CTX *context,
                      BN_CTX *scratch) {
    BIGNUM *factor = BN_CTX_get(scratch);
    if (!factor || !load(power, comb_table[0][0])) {
        return 0;
    }
    for (int bit = STEP - 1; bit >= 0; bit--) {
        if (bit < STEP - 1 && !BN_mod_mul_montgomery(power, power, power, context, scratch)) {
            return 0;
        }
        for (int row = 0; row < ROWS; row++) {
            select_entry(entry, row, entry_index(exponent, STEP * row + bit));
            if (!load(factor, entry) || !BN_mod_mul_montgomery(power, power, factor, context, scratch)) {
                return 0;
            }
        }
    }
    return 1;
}

// Computes the inverse of the blinded power for exponent 0, which is the factor of the blinding alone.
static BIGNUM *make_correction(BN_MONT_CTX *context, const BIGNUM *modulus, BN_CTX *scratch) {
    uint64_t zero[EXPONENT_LIMBS] = {0};
    uint64_t entry[LIMBS];
    BIGNUM *blinded = BN_CTX_get(scratch);
    if (!blinded || !comb_power(blinded, zero, entry, context, scratch)
        || !BN_from_montgomery(blinded, blinded, context, scratch)) {
        return NULL;
    }
    return BN_mod_inverse(NULL, blinded, modulus, scratch);
}

static void comb_prepare(void) {
    const gatehouse_group *group = gatehouse_group_shared();
    BN_CTX *scratch = BN_CTX_new();
    if (!group || !scratch) {
        BN_CTX_free(scratch);
        return;
    }
    BN_CTX_start(scratch);
    BIGNUM *a = BN_CTX_get(scratch);
    BIGNUM *b = BN_CTX_get(scratch);
    if (b && make_table(a, b, group->context, scratch) && blind_table(a, b, group->context, scratch)) {
        comb_correction = make_correction(group->context, group->modulus, scratch);
    }
    if (comb_correction) {
        comb_context = group->context;
    }
    BN_CTX_end(scratch);
    BN_CTX_free(scratch);
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
    uint64_t limbs[EXPONENT_LIMBS] = {0};
    for (size_t position = 0; position < exponent_count; position++) {
        limbs[position / 8] |= (uint64_t)exponent[exponent_count - 1 - position] << position % 8 * 8;
    }
    uint64_t entry[LIMBS];
    BN_CTX_start(scratch);
    BIGNUM *power = BN_CTX_get(scratch);
    // The product of a number in Montgomery form and a plain number is plain.
    int done = power && comb_power(power, limbs, entry, comb_context, scratch)
        && BN_mod_mul_montgomery(power, power, comb_correction, comb_context, scratch)
        && BN_bn2binpad(power, result, GATEHOUSE_GROUP_BYTES) == GATEHOUSE_GROUP_BYTES;
    BN_CTX_end(scratch);
    BN_CTX_free(scratch);
    OPENSSL_cleanse(limbs, sizeof limbs);
    OPENSSL_cleanse(entry, sizeof entry);
    if (!done) {
        ERR_clear_error();
    }
    return done;
}
