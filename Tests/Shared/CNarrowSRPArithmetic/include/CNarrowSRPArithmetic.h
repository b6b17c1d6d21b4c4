// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef CNARROWSRPARITHMETIC_H
#define CNARROWSRPARITHMETIC_H

#include <stddef.h>
#include <stdint.h>

// The functions of CSRPArithmetic with limbs of 32 bits, as compilers without products of 128 bits build them.

void narrow_srp_modulus(uint8_t *result);
void narrow_srp_reduce(const uint8_t *number, size_t count, uint8_t *result);
void narrow_srp_add(const uint8_t *a, const uint8_t *b, uint8_t *result);
void narrow_srp_subtract(const uint8_t *a, const uint8_t *b, uint8_t *result);
void narrow_srp_multiply(const uint8_t *a, const uint8_t *b, uint8_t *result);
void narrow_srp_prepare(const uint8_t *number, uint8_t *result);
void narrow_srp_multiply_prepared(const uint8_t *prepared_a, const uint8_t *b, uint8_t *result);
void narrow_srp_power(const uint8_t *base, size_t base_count, const uint8_t *exponent, size_t exponent_count,
                      uint8_t *result);
void narrow_srp_make_tables(uint64_t *tables);
void narrow_srp_power_of_two(const uint64_t *tables, const uint8_t *exponent, size_t count, uint8_t *result);

#endif
