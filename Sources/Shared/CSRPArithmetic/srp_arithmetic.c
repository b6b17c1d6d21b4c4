// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "CSRPArithmetic.h"

#include <string.h>

#include "montgomery.h"

// MARK: - Bytes

/// Turns a limb between the processor's order of bytes and the order of the strings, the most significant byte first.
static limb turn(limb number) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return number;
#elif LIMB_BITS == 64
    return __builtin_bswap64(number);
#else
    return __builtin_bswap32(number);
#endif
}

static limb read_limb(const uint8_t *bytes) {
    limb result;
    memcpy(&result, bytes, sizeof result);
    return turn(result);
}

static void write_limb(uint8_t *bytes, limb number) {
    limb turned = turn(number);
    memcpy(bytes, &turned, sizeof turned);
}

/// Reads at most GATEHOUSE_SRP_BYTES bytes, limb by limb: byte by byte takes ten times the instructions.
static void read_number(limb *result, const uint8_t *bytes, size_t count) {
    size_t whole = count / LIMB_BYTES;
    for (size_t i = 0; i < whole; i++) {
        result[i] = read_limb(bytes + count - (i + 1) * LIMB_BYTES);
    }
    for (size_t i = whole; i < LIMBS; i++) {
        result[i] = 0;
    }
    for (size_t i = 0; i < count % LIMB_BYTES; i++) {
        result[whole] = result[whole] << 8 | bytes[i];
    }
}

static void write_number(uint8_t *result, const limb *number) {
    for (size_t i = 0; i < LIMBS; i++) {
        write_limb(result + GATEHOUSE_SRP_BYTES - (i + 1) * LIMB_BYTES, number[i]);
    }
}

/// Reads a number of any length modulo N, in pieces whose first one may be shorter; the result is canonical.
static void read_reduced(limb *result, const uint8_t *bytes, size_t count) {
    limb piece[LIMBS];
    size_t position = count % GATEHOUSE_SRP_BYTES;
    if (position == 0 && count > 0) {
        position = GATEHOUSE_SRP_BYTES;
    }
    read_number(result, bytes, position);
    make_canonical(result, result, 0);
    for (; position < count; position += GATEHOUSE_SRP_BYTES) {
        read_number(piece, bytes + position, GATEHOUSE_SRP_BYTES);
        make_canonical(piece, piece, 0);
        // Montgomery's form is the number times 2^3072.
        enter_form(result, result);
        make_canonical(result, result, 0);
        add(result, result, piece);
    }
    wipe(piece, LIMBS);
}

int gatehouse_srp_is_optimised(void) {
#ifdef __OPTIMIZE__
    return 1;
#else
    return 0;
#endif
}

void gatehouse_srp_modulus(uint8_t *result) {
    write_number(result, modulus);
}

void gatehouse_srp_reduce(const uint8_t *number, size_t count, uint8_t *result) {
    limb reduced[LIMBS];
    read_reduced(reduced, number, count);
    write_number(result, reduced);
    wipe(reduced, LIMBS);
}

// MARK: - Single operations

typedef void operation(limb *result, const limb *a, const limb *b);

static void multiply_plainly(limb *result, const limb *a, const limb *b) {
    enter_form(result, a);
    multiply(result, result, b);
    make_canonical(result, result, 0);
}

static void multiply_form(limb *result, const limb *form, const limb *b) {
    multiply(result, form, b);
    make_canonical(result, result, 0);
}

static void apply(operation *operation, const uint8_t *a, const uint8_t *b, uint8_t *result) {
    limb numbers[3][LIMBS];
    read_number(numbers[0], a, GATEHOUSE_SRP_BYTES);
    read_number(numbers[1], b, GATEHOUSE_SRP_BYTES);
    operation(numbers[2], numbers[0], numbers[1]);
    write_number(result, numbers[2]);
    wipe(numbers[0], 3 * LIMBS);
}

void gatehouse_srp_add(const uint8_t *a, const uint8_t *b, uint8_t *result) {
    apply(add, a, b, result);
}

void gatehouse_srp_subtract(const uint8_t *a, const uint8_t *b, uint8_t *result) {
    apply(subtract, a, b, result);
}

void gatehouse_srp_multiply(const uint8_t *a, const uint8_t *b, uint8_t *result) {
    apply(multiply_plainly, a, b, result);
}

void gatehouse_srp_prepare(const uint8_t *number, uint8_t *result) {
    limb form[LIMBS];
    read_number(form, number, GATEHOUSE_SRP_BYTES);
    enter_form(form, form);
    make_canonical(form, form, 0);
    write_number(result, form);
    wipe(form, LIMBS);
}

void gatehouse_srp_multiply_prepared(const uint8_t *prepared_a, const uint8_t *b, uint8_t *result) {
    apply(multiply_form, prepared_a, b, result);
}

// MARK: - Powers

/// Fills a table with the powers 0 to 15 of its entry 1.
static void fill_powers(limb table[ENTRIES][LIMBS]) {
    set_one(table[0]);
    for (size_t exponent = 2; exponent < ENTRIES; exponent++) {
        multiply(table[exponent], table[exponent / 2], table[exponent - exponent / 2]);
    }
}

// By windows of four bits, over the exponent's whole length.
void gatehouse_srp_power(const uint8_t *base, size_t base_count, const uint8_t *exponent, size_t exponent_count,
                         uint8_t *result) {
    limb table[ENTRIES][LIMBS];
    limb entry[LIMBS];
    limb value[LIMBS];
    read_reduced(value, base, base_count);
    enter_form(table[1], value);
    fill_powers(table);
    set_one(value);
    for (size_t digit = 0; digit < 2 * exponent_count; digit++) {
        for (int square = 0; square < 4; square++) {
            multiply(value, value, value);
        }
        select_entry(entry, table[0], exponent[digit / 2] >> (digit % 2 == 0 ? 4 : 0) & 15);
        multiply(value, value, entry);
    }
    leave_form(value, value);
    write_number(result, value);
    wipe(table[0], ENTRIES * LIMBS);
    wipe(entry, LIMBS);
    wipe(value, LIMBS);
}

// MARK: - Powers of two

// A comb with four teeth, 64 bits apart (Lim and Lee, CRYPTO '94): 64 products and 7 squares instead of some 330.

enum { TEETH = 4, ROWS = 8, STEP = 8, SPACING = ROWS * STEP };

/// Row `k` holds the products of 2^(2^(64j + 8k)) over the sets of teeth `j`; bit `j` of an index selects tooth `j`.
typedef limb row[ENTRIES][LIMBS];

_Static_assert(sizeof(row[ROWS]) == GATEHOUSE_SRP_TABLE_WORDS * sizeof(uint64_t), "The tables have another size.");
_Static_assert(TEETH * SPACING == GATEHOUSE_SRP_TABLE_EXPONENT_BYTES * 8, "The teeth do not cover the exponent.");

/// Completes a row that has the entries for single teeth.
static void fill_products(limb table[ENTRIES][LIMBS]) {
    set_one(table[0]);
    for (size_t index = 3; index < ENTRIES; index++) {
        size_t rest = index & (index - 1);
        if (rest != 0) {
            multiply(table[index], table[rest], table[index ^ rest]);
        }
    }
}

void gatehouse_srp_make_tables(uint64_t *tables) {
    row *rows = (row *)tables;
    limb power[LIMBS];
    set_one(power);
    add(power, power, power);
    for (size_t bit = 0; bit < TEETH * SPACING; bit++) {
        if (bit % STEP == 0) {
            copy(rows[bit / STEP % ROWS][(size_t)1 << bit / SPACING], power);
        }
        multiply(power, power, power);
    }
    for (size_t k = 0; k < ROWS; k++) {
        fill_products(rows[k]);
    }
}

/// The index that the exponent's bits at `position` of every tooth make.
static limb entry_index(const uint8_t exponent[GATEHOUSE_SRP_TABLE_EXPONENT_BYTES], size_t position) {
    limb index = 0;
    for (size_t tooth = 0; tooth < TEETH; tooth++) {
        size_t bit = tooth * SPACING + position;
        index |= (limb)(exponent[bit / 8] >> bit % 8 & 1) << tooth;
    }
    return index;
}

void gatehouse_srp_power_of_two(const uint64_t *tables, const uint8_t *exponent, size_t count, uint8_t *result) {
    const row *rows = (const row *)tables;
    limb entry[LIMBS];
    limb value[LIMBS];
    // The least significant byte first.
    uint8_t padded[GATEHOUSE_SRP_TABLE_EXPONENT_BYTES] = {0};
    for (size_t i = 0; i < count; i++) {
        padded[i] = exponent[count - 1 - i];
    }
    set_one(value);
    for (size_t bit = STEP; bit-- > 0;) {
        multiply(value, value, value);
        for (size_t k = 0; k < ROWS; k++) {
            select_entry(entry, rows[k][0], entry_index(padded, STEP * k + bit));
            multiply(value, value, entry);
        }
    }
    leave_form(value, value);
    write_number(result, value);
    wipe(entry, LIMBS);
    wipe(value, LIMBS);
    for (size_t i = 0; i < sizeof padded; i++) {
        ((volatile uint8_t *)padded)[i] = 0;
    }
}
