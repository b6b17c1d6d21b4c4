// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "CSRPArithmetic.h"

// Powers with AVX-512's 52-bit products (IFMA), eight at a time: general powers are more than three times as fast as
// with libcrypto, which has such code for the sizes of RSA only. Without optimisation the code would be no faster than
// the portable one, so it is not compiled; nor elsewhere than on Linux, where the tests run it. No branch and no address
// depends on a number: tables are read as a whole.
#if defined(__x86_64__) && defined(__linux__) && defined(__OPTIMIZE__)

#include <immintrin.h>
#include <pthread.h>
#include <stdalign.h>
#include <string.h>

#define VECTORISED __attribute__((target("avx512f,avx512dq,avx512ifma")))

enum { LIMB_BITS = 52, LIMBS = 60, LANES = 8, VECTORS = (LIMBS + LANES - 1) / LANES };
enum { TEETH = 1 + GATEHOUSE_SRP_SPACED_POWERS, ENTRIES = 1 << TEETH };
enum { COMB_BITS = 8 * GATEHOUSE_SRP_SPACED_EXPONENT_BYTES, SPACING = COMB_BITS / TEETH };

static const uint64_t limb_mask = ((uint64_t)1 << LIMB_BITS) - 1;

// A number below 2N; the limbs from LIMBS on are zero.
typedef struct {
    alignas(64) uint64_t limbs[VECTORS * LANES];
} number;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_ready;
static number modulus;
// R^2 mod N for R = 2^(60 * 52); multiplication by it converts a number to Montgomery form.
static number entry_factor;

static void read_number(number *result, const uint8_t *bytes, size_t count) {
    memset(result, 0, sizeof *result);
    for (size_t position = 0; position < count; position++) {
        uint64_t byte = bytes[count - 1 - position];
        size_t limb = 8 * position / LIMB_BITS, shift = 8 * position % LIMB_BITS;
        result->limbs[limb] |= byte << shift & limb_mask;
        // Four bits of every thirteenth byte belong to the next limb.
        result->limbs[limb + 1] |= byte >> (LIMB_BITS - shift < 8 ? LIMB_BITS - shift : 8);
    }
}

static void write_number(uint8_t *bytes, const number *source) {
    for (size_t position = 0; position < GATEHOUSE_SRP_BYTES; position++) {
        size_t limb = 8 * position / LIMB_BITS, shift = 8 * position % LIMB_BITS;
        uint64_t pair = source->limbs[limb] >> shift | source->limbs[limb + 1] << (LIMB_BITS - shift);
        bytes[GATEHOUSE_SRP_BYTES - 1 - position] = (uint8_t)pair;
    }
}

static void prepare(void) {
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq")
        || !__builtin_cpu_supports("avx512ifma")) {
        return;
    }
    uint8_t bytes[GATEHOUSE_SRP_BYTES];
    gatehouse_srp_modulus(bytes);
    read_number(&modulus, bytes, sizeof bytes);
    // The portable form of a factor is its product with 2^3072. Formed twice, 2^96 becomes 2^6240, which is R^2.
    _Static_assert(2 * 8 * GATEHOUSE_SRP_BYTES + 96 == 2 * LIMBS * LIMB_BITS, "R has another size.");
    memset(bytes, 0, sizeof bytes);
    bytes[GATEHOUSE_SRP_BYTES - 1 - 96 / 8] = 1;
    gatehouse_srp_prepare(bytes, bytes);
    gatehouse_srp_prepare(bytes, bytes);
    read_number(&entry_factor, bytes, sizeof bytes);
    is_ready = 1;
}

// Overwrites secrets; the compiler must take the memory as read afterwards, so it may not leave it out.
static void wipe(void *memory, size_t count) {
    memset(memory, 0, count);
    __asm__ volatile("" : : "r"(memory) : "memory");
}

// Reduces sums to limbs of 52 bits: sums of 60 steps of four products below 2^52 each are below 2^60.
VECTORISED static inline void carry(number *result, const __m512i *sums) {
    const __m512i mask = _mm512_set1_epi64((long long)limb_mask);
    __m512i limbs[VECTORS], below = _mm512_setzero_si512();
    uint64_t over = 0, full = 0;
    for (int i = 0; i < VECTORS; i++) {
        __m512i high = _mm512_srli_epi64(sums[i], LIMB_BITS);
        limbs[i] = _mm512_add_epi64(_mm512_and_si512(sums[i], mask), _mm512_alignr_epi64(high, below, LANES - 1));
        below = high;
        over |= (uint64_t)_mm512_cmpgt_epu64_mask(limbs[i], mask) << LANES * i;
        full |= (uint64_t)_mm512_cmpeq_epu64_mask(limbs[i], mask) << LANES * i;
    }
    // One bit for each limb: a limb above an overflowing one grows by one, and a full limb passes the carry on.
    uint64_t grows = ((over << 1) + full) ^ full;
    for (int i = 0; i < VECTORS; i++) {
        __m512i one = _mm512_maskz_set1_epi64((__mmask8)(grows >> LANES * i), 1);
        _mm512_store_si512(result->limbs + LANES * i, _mm512_and_si512(_mm512_add_epi64(limbs[i], one), mask));
    }
}

// result = a * b / R mod N; the result is below 2N if a and b are (Gueron and Krasnov's almost Montgomery
// multiplication, WAIFI 2012).
VECTORISED static void multiply(number *result, const number *a, const number *b) {
    __m512i factor[VECTORS], prime[VECTORS], sums[VECTORS];
    for (int i = 0; i < VECTORS; i++) {
        factor[i] = _mm512_load_si512(a->limbs + LANES * i);
        prime[i] = _mm512_load_si512(modulus.limbs + LANES * i);
        sums[i] = _mm512_setzero_si512();
    }
    for (int limb = 0; limb < LIMBS; limb++) {
        __m512i digit = _mm512_set1_epi64((long long)b->limbs[limb]);
        for (int i = 0; i < VECTORS; i++) {
            sums[i] = _mm512_madd52lo_epu64(sums[i], factor[i], digit);
        }
        // The low 64 bits of N are ones, so adding N times the lowest limb makes that limb zero.
        __m512i quotient = _mm512_broadcastq_epi64(_mm512_castsi512_si128(sums[0]));
        for (int i = 0; i < VECTORS; i++) {
            sums[i] = _mm512_madd52lo_epu64(sums[i], prime[i], quotient);
        }
        __m512i high = _mm512_maskz_srli_epi64(1, sums[0], LIMB_BITS);
        for (int i = 0; i < VECTORS; i++) {
            sums[i] = _mm512_alignr_epi64(i + 1 < VECTORS ? sums[i + 1] : _mm512_setzero_si512(), sums[i], 1);
        }
        sums[0] = _mm512_add_epi64(sums[0], high);
        for (int i = 0; i < VECTORS; i++) {
            sums[i] = _mm512_madd52hi_epu64(sums[i], factor[i], digit);
            sums[i] = _mm512_madd52hi_epu64(sums[i], prime[i], quotient);
        }
    }
    carry(result, sums);
}

// Copies the entry at `index` after reading every entry.
VECTORISED static void select_entry(number *result, const number *table, uint64_t index) {
    __m512i entry[VECTORS];
    for (int i = 0; i < VECTORS; i++) {
        entry[i] = _mm512_setzero_si512();
    }
    for (uint64_t candidate = 0; candidate < ENTRIES; candidate++) {
        __m512i mask = _mm512_set1_epi64(0 - (long long)(((index ^ candidate) - 1) >> 63));
        for (int i = 0; i < VECTORS; i++) {
            __m512i limbs = _mm512_load_si512(table[candidate].limbs + LANES * i);
            entry[i] = _mm512_or_si512(entry[i], _mm512_and_si512(limbs, mask));
        }
    }
    for (int i = 0; i < VECTORS; i++) {
        _mm512_store_si512(result->limbs + LANES * i, entry[i]);
    }
}

static void enter(number *result, const uint8_t *bytes, size_t count) {
    read_number(result, bytes, count);
    multiply(result, result, &entry_factor);
}

static void leave(uint8_t *bytes, const number *source) {
    number one = {{1}}, plain;
    multiply(&plain, source, &one);
    // A value below 2N, divided by R, is at most N, and N represents zero.
    uint64_t difference = 0;
    for (int limb = 0; limb < LIMBS; limb++) {
        difference |= plain.limbs[limb] ^ modulus.limbs[limb];
    }
    uint64_t keep = 0 - ((difference | (0 - difference)) >> 63);
    // Hides from the compiler that this is a mask, so that it does not use a branch.
    __asm__("" : "+r"(keep));
    for (int limb = 0; limb < LIMBS; limb++) {
        plain.limbs[limb] &= keep;
    }
    write_number(bytes, &plain);
    wipe(&plain, sizeof plain);
}

static void set_one(number *result) {
    number one = {{1}};
    multiply(result, &one, &entry_factor);
}

// Computes a power with a comb (Lim and Lee, CRYPTO '94) and wipes the table, which has the entries for single teeth:
// the base's powers for 2^0, 2^64, 2^128 and 2^192.
static void comb_power(uint8_t *result, number *table, const uint8_t *exponent, size_t exponent_count) {
    uint64_t bits[COMB_BITS / 64] = {0};
    for (size_t position = 0; position < exponent_count; position++) {
        bits[position / 8] |= (uint64_t)exponent[exponent_count - 1 - position] << position % 8 * 8;
    }
    set_one(&table[0]);
    for (int index = 3; index < ENTRIES; index++) {
        if (index & (index - 1)) {
            multiply(&table[index], &table[index & (index - 1)], &table[index & -index]);
        }
    }
    number power = table[0], entry;
    for (int column = SPACING - 1; column >= 0; column--) {
        multiply(&power, &power, &power);
        uint64_t index = 0;
        for (int tooth = 0; tooth < TEETH; tooth++) {
            int bit = column + tooth * SPACING;
            index |= (bits[bit / 64] >> bit % 64 & 1) << tooth;
        }
        select_entry(&entry, table, index);
        multiply(&power, &power, &entry);
    }
    leave(result, &power);
    wipe(bits, sizeof bits);
    wipe(&power, sizeof power);
    wipe(&entry, sizeof entry);
    wipe(table, ENTRIES * sizeof *table);
}

int gatehouse_srp_vectors_are_available(void) {
    return pthread_once(&once, prepare) == 0 && is_ready;
}

static int can_compute(size_t base_count) {
    return base_count <= GATEHOUSE_SRP_BYTES && gatehouse_srp_vectors_are_available();
}

// By windows of four bits, over the exponent's whole length.
int gatehouse_srp_vector_power(const uint8_t *base, size_t base_count, const uint8_t *exponent, size_t exponent_count,
                               uint8_t *result) {
    if (!can_compute(base_count)) {
        return 0;
    }
    number table[ENTRIES], entry;
    set_one(&table[0]);
    enter(&table[1], base, base_count);
    for (int index = 2; index < ENTRIES; index++) {
        multiply(&table[index], &table[index / 2], &table[index - index / 2]);
    }
    number power = table[0];
    for (size_t digit = 0; digit < 2 * exponent_count; digit++) {
        for (int square = 0; square < 4; square++) {
            multiply(&power, &power, &power);
        }
        select_entry(&entry, table, exponent[digit / 2] >> (digit % 2 == 0 ? 4 : 0) & 15);
        multiply(&power, &power, &entry);
    }
    leave(result, &power);
    wipe(table, sizeof table);
    wipe(&entry, sizeof entry);
    wipe(&power, sizeof power);
    return 1;
}

int gatehouse_srp_vector_spaced_powers(const uint8_t *base, size_t base_count, uint8_t *powers) {
    if (!can_compute(base_count)) {
        return 0;
    }
    number power;
    enter(&power, base, base_count);
    for (int tooth = 1; tooth < TEETH; tooth++) {
        for (int square = 0; square < SPACING; square++) {
            multiply(&power, &power, &power);
        }
        leave(powers + (tooth - 1) * GATEHOUSE_SRP_BYTES, &power);
    }
    wipe(&power, sizeof power);
    return 1;
}

int gatehouse_srp_vector_spaced_power(const uint8_t *base, size_t base_count, const uint8_t *powers,
                                      const uint8_t *exponent, size_t exponent_count, uint8_t *result) {
    if (exponent_count > GATEHOUSE_SRP_SPACED_EXPONENT_BYTES || !can_compute(base_count)) {
        return 0;
    }
    number table[ENTRIES];
    enter(&table[1], base, base_count);
    for (int tooth = 1; tooth < TEETH; tooth++) {
        enter(&table[1 << tooth], powers + (tooth - 1) * GATEHOUSE_SRP_BYTES, GATEHOUSE_SRP_BYTES);
    }
    comb_power(result, table, exponent, exponent_count);
    return 1;
}

#else

int gatehouse_srp_vectors_are_available(void) {
    return 0;
}

int gatehouse_srp_vector_power(const uint8_t *base, size_t base_count, const uint8_t *exponent, size_t exponent_count,
                               uint8_t *result) {
    (void)base, (void)base_count, (void)exponent, (void)exponent_count, (void)result;
    return 0;
}

int gatehouse_srp_vector_spaced_powers(const uint8_t *base, size_t base_count, uint8_t *powers) {
    (void)base, (void)base_count, (void)powers;
    return 0;
}

int gatehouse_srp_vector_spaced_power(const uint8_t *base, size_t base_count, const uint8_t *powers,
                                      const uint8_t *exponent, size_t exponent_count, uint8_t *result) {
    (void)base, (void)base_count, (void)powers, (void)exponent, (void)exponent_count, (void)result;
    return 0;
}

#endif
