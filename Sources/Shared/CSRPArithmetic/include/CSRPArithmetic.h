// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef CSRPARITHMETIC_H
#define CSRPARITHMETIC_H

#include <stddef.h>
#include <stdint.h>

// Arithmetic modulo N, the 3072-bit prime of RFC 3526 (group 15), in portable C11 unless a name says otherwise: without
// an optimiser it is a few times slower, where Swift's checked arrays would be 290 times slower. Any thread may call the
// functions.
//
// Numbers are big-endian. An operand may have any length unless its declaration says otherwise; a result has
// GATEHOUSE_SRP_BYTES bytes and is below N. A result may be written over an operand. Time and the memory that is touched
// depend on lengths, never on values.

/// Bytes of a number modulo N.
#define GATEHOUSE_SRP_BYTES 384
/// The most bytes of an exponent that the tables serve.
#define GATEHOUSE_SRP_TABLE_EXPONENT_BYTES 32
/// 64-bit words of the tables.
#define GATEHOUSE_SRP_TABLE_WORDS 6144

/// Whether the compiler optimised the code: an app that names this package by URL gets it as it is in debug builds.
int gatehouse_srp_is_optimised(void);

/// Writes N.
void gatehouse_srp_modulus(uint8_t *result);

/// Writes `number mod N`.
void gatehouse_srp_reduce(const uint8_t *number, size_t count, uint8_t *result);

/// Writes `a + b mod N` for numbers below N of GATEHOUSE_SRP_BYTES bytes.
void gatehouse_srp_add(const uint8_t *a, const uint8_t *b, uint8_t *result);

/// Writes `a - b mod N` for numbers below N of GATEHOUSE_SRP_BYTES bytes.
void gatehouse_srp_subtract(const uint8_t *a, const uint8_t *b, uint8_t *result);

/// Writes `a * b mod N` for numbers below N of GATEHOUSE_SRP_BYTES bytes.
void gatehouse_srp_multiply(const uint8_t *a, const uint8_t *b, uint8_t *result);

/// Writes the form in which a number below N of GATEHOUSE_SRP_BYTES bytes is a factor of many products.
void gatehouse_srp_prepare(const uint8_t *number, uint8_t *result);

/// Writes `a * b mod N`, with `a` in the form of gatehouse_srp_prepare, in half of the time of gatehouse_srp_multiply.
void gatehouse_srp_multiply_prepared(const uint8_t *prepared_a, const uint8_t *b, uint8_t *result);

/// Writes `base ^ exponent mod N`.
void gatehouse_srp_power(const uint8_t *base, size_t base_count, const uint8_t *exponent, size_t exponent_count,
                         uint8_t *result);

/// Fills GATEHOUSE_SRP_TABLE_WORDS words with the tables for powers of two, in the time of about two powers.
void gatehouse_srp_make_tables(uint64_t *tables);

/// Writes `2 ^ exponent mod N` for an exponent of at most GATEHOUSE_SRP_TABLE_EXPONENT_BYTES bytes.
void gatehouse_srp_power_of_two(const uint64_t *tables, const uint8_t *exponent, size_t count, uint8_t *result);

// MARK: - Vector instructions

/// Whether the processor has AVX-512 IFMA, and this is an optimised build on Linux.
///
/// The functions below need both. They return 1, or 0 without a result where this is 0 and for longer numbers.
int gatehouse_srp_vectors_are_available(void);

/// Writes `base ^ exponent mod N` for a base of at most GATEHOUSE_SRP_BYTES bytes.
int gatehouse_srp_vector_power(const uint8_t *base, size_t base_count, const uint8_t *exponent, size_t exponent_count,
                               uint8_t *result);

/// The number of powers that gatehouse_srp_vector_spaced_powers writes, for the exponents 2^64, 2^128 and 2^192.
#define GATEHOUSE_SRP_SPACED_POWERS 3
/// The most bytes of an exponent that these powers serve.
#define GATEHOUSE_SRP_SPACED_EXPONENT_BYTES 32

/// Writes the powers of a base of at most GATEHOUSE_SRP_BYTES bytes, one after the other.
int gatehouse_srp_vector_spaced_powers(const uint8_t *base, size_t base_count, uint8_t *powers);

/// Writes `base ^ exponent mod N` from the spaced powers of the base, in less than half of the time of
/// gatehouse_srp_vector_power, for an exponent of at most GATEHOUSE_SRP_SPACED_EXPONENT_BYTES bytes.
int gatehouse_srp_vector_spaced_power(const uint8_t *base, size_t base_count, const uint8_t *powers,
                                      const uint8_t *exponent, size_t exponent_count, uint8_t *result);

#endif
