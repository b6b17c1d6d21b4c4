// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef GATEHOUSE_MONTGOMERY_H
#define GATEHOUSE_MONTGOMERY_H

#include <stddef.h>
#include <stdint.h>

#include "CSRPArithmetic.h"

// Numbers in Montgomery's form: x is stored as x * 2^3072 mod N. Unless a function says that it returns canonical numbers,
// its results are below 2^3072 and may exceed N.

// Limbs are as wide as the compiler can multiply: products of two have twice as many bits.
#if defined(__SIZEOF_INT128__) && !defined(GATEHOUSE_SRP_NARROW)
typedef uint64_t limb;
__extension__ typedef unsigned __int128 wide;
#define LIMB_BITS 64
#define WORD(high, low) ((limb)(high) << 32 | (limb)(low))
#else
typedef uint32_t limb;
typedef uint64_t wide;
#define LIMB_BITS 32
#define WORD(high, low) (low), (high)
#endif

#define LIMB_BYTES (LIMB_BITS / 8)
#define LIMBS (GATEHOUSE_SRP_BYTES / LIMB_BYTES)

/// N, the least significant limb first, as in all numbers here.
static const limb modulus[LIMBS] = {
    WORD(0xFFFFFFFF, 0xFFFFFFFF), WORD(0x4B82D120, 0xA93AD2CA), WORD(0x43DB5BFC, 0xE0FD108E),
    WORD(0x08E24FA0, 0x74E5AB31), WORD(0x770988C0, 0xBAD946E2), WORD(0xBBE11757, 0x7A615D6C),
    WORD(0x521F2B18, 0x177B200C), WORD(0xD8760273, 0x3EC86A64), WORD(0xF12FFA06, 0xD98A0864),
    WORD(0xCEE3D226, 0x1AD2EE6B), WORD(0x1E8C94E0, 0x4A25619D), WORD(0xABF5AE8C, 0xDB0933D7),
    WORD(0xB3970F85, 0xA6E1E4C7), WORD(0x8AEA7157, 0x5D060C7D), WORD(0xECFB8504, 0x58DBEF0A),
    WORD(0xA85521AB, 0xDF1CBA64), WORD(0xAD33170D, 0x04507A33), WORD(0x15728E5A, 0x8AAAC42D),
    WORD(0x15D22618, 0x98FA0510), WORD(0x3995497C, 0xEA956AE5), WORD(0xDE2BCBF6, 0x95581718),
    WORD(0xB5C55DF0, 0x6F4C52C9), WORD(0x9B2783A2, 0xEC07A28F), WORD(0xE39E772C, 0x180E8603),
    WORD(0x32905E46, 0x2E36CE3B), WORD(0xF1746C08, 0xCA18217C), WORD(0x670C354E, 0x4ABC9804),
    WORD(0x9ED52907, 0x7096966D), WORD(0x1C62F356, 0x208552BB), WORD(0x83655D23, 0xDCA3AD96),
    WORD(0x69163FA8, 0xFD24CF5F), WORD(0x98DA4836, 0x1C55D39A), WORD(0xC2007CB8, 0xA163BF05),
    WORD(0x49286651, 0xECE45B3D), WORD(0xAE9F2411, 0x7C4B1FE6), WORD(0xEE386BFB, 0x5A899FA5),
    WORD(0x0BFF5CB6, 0xF406B7ED), WORD(0xF44C42E9, 0xA637ED6B), WORD(0xE485B576, 0x625E7EC6),
    WORD(0x4FE1356D, 0x6D51C245), WORD(0x302B0A6D, 0xF25F1437), WORD(0xEF9519B3, 0xCD3A431B),
    WORD(0x514A0879, 0x8E3404DD), WORD(0x020BBEA6, 0x3B139B22), WORD(0x29024E08, 0x8A67CC74),
    WORD(0xC4C6628B, 0x80DC1CD1), WORD(0xC90FDAA2, 0x2168C234), WORD(0xFFFFFFFF, 0xFFFFFFFF),
};

/// 2^6144 mod N, which carries a number into Montgomery's form.
static const limb radix_squared[LIMBS] = {
    WORD(0x2697CA91, 0x38D241CD), WORD(0x3587F069, 0x60E7F138), WORD(0x4F30B920, 0xE5C1DB66),
    WORD(0x95823215, 0xB15BA577), WORD(0x4335AACB, 0x64894D96), WORD(0xAE128402, 0x3C6ED6A3),
    WORD(0xFC1187A5, 0xFA8406AB), WORD(0x682AAB9A, 0x15B17FFA), WORD(0xBC2B64CF, 0x26E335D7),
    WORD(0x8AA61391, 0xABB0B76A), WORD(0x1EF22571, 0xE41A52B2), WORD(0x1D93075A, 0xA993D147),
    WORD(0xFEA5187F, 0xA77DEDDA), WORD(0xAF80D4B5, 0x443561C6), WORD(0xB186424B, 0x83DF2859),
    WORD(0x1CAEFC18, 0x8A59BC7F), WORD(0x1B9D0127, 0x1D18F0C8), WORD(0x3EFEF29D, 0xC3C0B3F4),
    WORD(0x785483C6, 0x08108C0C), WORD(0x4F127682, 0x56E88B53), WORD(0xBFD961D5, 0x38D6FCDD),
    WORD(0xB41A05F0, 0x78024208), WORD(0x19CC8D59, 0x563706FB), WORD(0x5A7795D8, 0x6ECC4987),
    WORD(0x9A678BF4, 0x439F12EB), WORD(0x7CDA502E, 0xC043F99C), WORD(0x0672A33D, 0x61E37F74),
    WORD(0x19C2883E, 0xEFC802AF), WORD(0x7DED489E, 0x670D9C6F), WORD(0xA73D0103, 0x2C4B8E90),
    WORD(0x8C6CBD34, 0xD5965134), WORD(0x77A5C747, 0xD85B0A83), WORD(0x109D099E, 0x16FD7568),
    WORD(0xA5DAF736, 0xBC8D5E9E), WORD(0x7139D0AB, 0x24B7E495), WORD(0x49CD9D70, 0x5DA184D5),
    WORD(0x2276CB40, 0x571F2C1C), WORD(0xAF0EC45C, 0xDC396086), WORD(0xAA05DA05, 0xC27FDD33),
    WORD(0x9875D4C1, 0x67DB7EDC), WORD(0x5CAA6900, 0x9FBF543F), WORD(0xFA022336, 0xF28DE772),
    WORD(0xFAE1CD10, 0x648BEE54), WORD(0x2AD479FE, 0x69695C75), WORD(0x84895A7C, 0x5542F96C),
    WORD(0xA332E8E3, 0xE0669E0F), WORD(0x44C4E4E4, 0x31AD0295), WORD(0x5AC8B4FB, 0x51DF35DA),
};

static void copy(limb *result, const limb *number) {
    for (size_t i = 0; i < LIMBS; i++) {
        result[i] = number[i];
    }
}

/// Overwrites secrets; the compiler may not leave it out.
static void wipe(limb *numbers, size_t count) {
    volatile limb *memory = numbers;
    for (size_t i = 0; i < count; i++) {
        memory[i] = 0;
    }
}

/// All bits for 1, none for 0, in a form in which the compiler does not know the two cases and cannot branch on them.
static limb mask_of(limb flag) {
    volatile limb mask = 0 - flag;
    return mask;
}

// MARK: - Sums and differences

/// `result = a + (b & mask)`; returns the carry.
static limb add_masked(limb *result, const limb *a, const limb *b, limb mask) {
    limb carry = 0;
    for (size_t i = 0; i < LIMBS; i++) {
        wide sum = (wide)a[i] + (b[i] & mask) + carry;
        result[i] = (limb)sum;
        carry = (limb)(sum >> LIMB_BITS);
    }
    return carry;
}

/// `result = a - (b & mask)`; returns the borrow.
static limb subtract_masked(limb *result, const limb *a, const limb *b, limb mask) {
    limb borrow = 0;
    for (size_t i = 0; i < LIMBS; i++) {
        wide difference = (wide)a[i] - (b[i] & mask) - borrow;
        result[i] = (limb)difference;
        borrow = (limb)(difference >> LIMB_BITS) & 1;
    }
    return borrow;
}

/// `result = number mod N`, canonical, for a number below 2N whose bit 3072 is `carry`.
static void make_canonical(limb *result, const limb *number, limb carry) {
    limb borrow = subtract_masked(result, number, modulus, mask_of(1));
    add_masked(result, result, modulus, mask_of(borrow & (carry ^ 1)));
}

/// `result = a + b mod N` for canonical numbers.
static void add(limb *result, const limb *a, const limb *b) {
    limb carry = add_masked(result, a, b, mask_of(1));
    make_canonical(result, result, carry);
}

/// `result = a - b mod N` for canonical numbers.
static void subtract(limb *result, const limb *a, const limb *b) {
    limb borrow = subtract_masked(result, a, b, mask_of(1));
    add_masked(result, result, modulus, mask_of(borrow));
}

// MARK: - Products

/// The sum of a column of products; each column of a product of numbers begins with the carry of the one before it.
typedef struct {
    wide low;
    limb high;
} column;

/// Adds the `count` products `a[i] * b[count - 1 - i]`.
static void add_products(column *sum, const limb *a, const limb *b, size_t count) {
    wide low = sum->low;
    limb high = sum->high;
    const limb *last = b + count;
#if defined(__clang__)
    // Loops of so many lengths are quicker if their only branch that is hard to predict is the last one.
#pragma clang loop unroll(disable)
#endif
    for (size_t i = 0; i < count; i++) {
        wide product = (wide)a[i] * *--last;
        // The carry of the sum itself: comparing the sum with a summand takes more instructions.
        high += (limb)__builtin_add_overflow(low, product, &low);
    }
    sum->low = low;
    sum->high = high;
}

/// Adds the `count` products `a[i] * a[count - 1 - i]`, nearly all of which occur twice.
static void add_squares(column *sum, const limb *a, size_t count) {
    column half = {0, 0};
    add_products(&half, a, a + (count + 1) / 2, count / 2);
    half.high = half.high << 1 | (limb)(half.low >> (2 * LIMB_BITS - 1));
    half.low <<= 1;
    add_products(&half, a + count / 2, a + count / 2, count % 2);
    sum->low += half.low;
    sum->high += half.high + (sum->low < half.low);
}

/// Removes the lowest limb of a sum.
static limb take_limb(column *sum) {
    limb lowest = (limb)sum->low;
    sum->low = sum->low >> LIMB_BITS | (wide)sum->high << LIMB_BITS;
    sum->high = 0;
    return lowest;
}

/// `result = a * b / 2^3072 mod N`, column by column; `result` may be `a` or `b`, and squares are cheaper.
///
/// The lowest limb of N is -1, so Montgomery's factor is 1 and each column's lowest limb is its own quotient digit.
static void multiply(limb *result, const limb *a, const limb *b) {
    limb quotient[LIMBS];
    column sum = {0, 0};
    for (size_t k = 0; k < 2 * LIMBS - 1; k++) {
        size_t first = k < LIMBS ? 0 : k - LIMBS + 1;
        size_t count = k < LIMBS ? k + 1 : 2 * LIMBS - 1 - k;
        if (a == b) {
            add_squares(&sum, a + first, count);
        } else {
            add_products(&sum, a + first, b + first, count);
        }
        if (k < LIMBS) {
            add_products(&sum, quotient, modulus + 1, k);
            quotient[k] = (limb)sum.low;
            add_products(&sum, quotient + k, modulus, 1);
            take_limb(&sum);
        } else {
            add_products(&sum, quotient + first, modulus + first, count);
            result[k - LIMBS] = take_limb(&sum);
        }
    }
    result[LIMBS - 1] = take_limb(&sum);
    subtract_masked(result, result, modulus, mask_of((limb)sum.low));
    wipe(quotient, LIMBS);
}

// MARK: - Forms

/// Sets `result` to 1 in Montgomery's form: as N is above 2^3071, the two's complement of N.
static void set_one(limb *result) {
    static const limb zero[LIMBS] = {0};
    subtract_masked(result, zero, modulus, mask_of(1));
}

static void enter_form(limb *result, const limb *number) {
    multiply(result, number, radix_squared);
}

/// The result is canonical.
static void leave_form(limb *result, const limb *number) {
    static const limb one[LIMBS] = {1};
    multiply(result, number, one);
    make_canonical(result, result, 0);
}

// MARK: - Tables

#define ENTRIES 16

/// Copies the entry at `index` after reading every entry.
static void select_entry(limb *result, const limb *table, limb index) {
    for (size_t i = 0; i < LIMBS; i++) {
        result[i] = 0;
    }
    for (limb entry = 0; entry < ENTRIES; entry++) {
        limb mask = mask_of(((index ^ entry) - 1) >> (LIMB_BITS - 1));
        for (size_t i = 0; i < LIMBS; i++) {
            result[i] |= table[entry * LIMBS + i] & mask;
        }
    }
}

#endif
