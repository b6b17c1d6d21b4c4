// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef CLIBCRYPTO_H
#define CLIBCRYPTO_H

#include <stddef.h>
#include <stdint.h>

// Only plain scalars and pointers: Swift does not import libcrypto's own headers.

/// Bytes of a number modulo the 3072-bit prime of RFC 3526.
#define GATEHOUSE_GROUP_BYTES 384

/// result = base ^ exponent mod N, in constant time for the exponent; big-endian numbers, 384 bytes of result.
/// Returns 1, or 0 if memory ran out. Any thread may call it.
int gatehouse_group_power(const uint8_t *base, size_t base_count, const uint8_t *exponent, size_t exponent_count,
                          uint8_t *result);

/// The longest exponent of gatehouse_generator_power.
#define GATEHOUSE_GENERATOR_EXPONENT_BYTES 32

/// result = 2 ^ exponent mod N, as gatehouse_group_power, but with precomputed tables, which take the time of six
/// powers once.
/// Returns 0 for a longer exponent as well.
int gatehouse_generator_power(const uint8_t *exponent, size_t exponent_count, uint8_t *result);

/// The number of powers that gatehouse_spaced_powers computes, for the exponents 2^64, 2^128 and 2^192.
#define GATEHOUSE_SPACED_POWERS 3

/// The longest exponent of gatehouse_spaced_power.
#define GATEHOUSE_SPACED_EXPONENT_BYTES 32

/// Writes the powers of a base one after the other, 384 bytes each.
/// Returns 1, or 0 if memory ran out. Any thread may call it.
int gatehouse_spaced_powers(const uint8_t *base, size_t base_count, uint8_t *powers);

/// result = factor * base ^ public_exponent mod N, with the powers of the base from gatehouse_spaced_powers, in less
/// than half the time of gatehouse_group_power. The time depends on the exponent, but not on the factor or the base.
/// Returns 0 for a longer exponent as well.
int gatehouse_spaced_power(const uint8_t *factor, size_t factor_count, const uint8_t *base, size_t base_count,
                           const uint8_t *powers, const uint8_t *public_exponent, size_t exponent_count,
                           uint8_t *result);

/// A private RSA key.
typedef struct gatehouse_rsa_key gatehouse_rsa_key;

/// Reads a private key in DER (PKCS#1 or PKCS#8). Returns NULL for other bytes; free the key with
/// gatehouse_rsa_key_free.
gatehouse_rsa_key *gatehouse_rsa_key_create(const uint8_t *der, size_t der_count);

/// Frees a key and overwrites its memory. No call on the key may be running.
void gatehouse_rsa_key_free(gatehouse_rsa_key *key);

/// Bytes of one of the key's signatures.
size_t gatehouse_rsa_signature_count(const gatehouse_rsa_key *key);

/// Signs by RSASSA-PKCS1-v1_5 with SHA-256 into `signature`, which holds gatehouse_rsa_signature_count bytes.
/// Returns 1, or 0 on failure. Any number of threads may call it on one key.
int gatehouse_rsa_sign(const gatehouse_rsa_key *key, const uint8_t *message, size_t message_count, uint8_t *signature);

#endif
