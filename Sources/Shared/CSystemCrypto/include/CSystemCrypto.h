// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef CSYSTEMCRYPTO_H
#define CSYSTEMCRYPTO_H

#include <stddef.h>
#include <stdint.h>

// Only plain scalars and pointers: Swift does not import libcrypto's own headers. Any thread may call the functions;
// each returns 1, or 0 on failure.

/// Bytes of a SHA-256 digest and of an HMAC-SHA256.
#define GATEHOUSE_SHA256_BYTES 32

/// Bytes of a secret number of P-256.
#define GATEHOUSE_P256_SCALAR_BYTES 32

/// Bytes of an uncompressed point of P-256: 4, then both coordinates.
#define GATEHOUSE_P256_POINT_BYTES 65

/// The most bytes of an ECDSA signature in DER over P-256.
#define GATEHOUSE_P256_SIGNATURE_BYTES 72

/// Bytes of a key, a nonce and a tag of AES-256-GCM.
#define GATEHOUSE_AES_GCM_KEY_BYTES 32
#define GATEHOUSE_AES_GCM_NONCE_BYTES 12
#define GATEHOUSE_AES_GCM_TAG_BYTES 16

/// Computes the SHA-256 digest of a message. Fails if memory ran out.
int gatehouse_sha256(const uint8_t *message, size_t message_count, uint8_t *digest);

/// Computes the HMAC-SHA256 of a message. Fails if memory ran out, and for a key of 2 GiB or more.
int gatehouse_hmac_sha256(const uint8_t *key, size_t key_count, const uint8_t *message, size_t message_count,
                          uint8_t *code);

/// Computes the point of a secret number. Fails for zero and for numbers that are not below the order of the curve.
int gatehouse_p256_point(const uint8_t *scalar, uint8_t *point);

/// Whether bytes of the length GATEHOUSE_P256_POINT_BYTES are an uncompressed point on the curve.
int gatehouse_p256_is_point(const uint8_t *point);

/// Signs a message by ECDSA with SHA-256. `signature` holds GATEHOUSE_P256_SIGNATURE_BYTES bytes, of which
/// `signature_count` are used.
int gatehouse_p256_sign(const uint8_t *scalar, const uint8_t *message, size_t message_count, uint8_t *signature,
                        size_t *signature_count);

/// Whether a signature in DER over a message is that of the point's secret number.
int gatehouse_p256_verify(const uint8_t *point, const uint8_t *signature, size_t signature_count,
                          const uint8_t *message, size_t message_count);

/// Encrypts a message with AES-256-GCM. `sealed` holds the message's length and GATEHOUSE_AES_GCM_TAG_BYTES bytes more,
/// for the tag. Fails if memory ran out, and for texts of 2 GiB or more.
int gatehouse_aes_gcm_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *context, size_t context_count,
                           const uint8_t *message, size_t message_count, uint8_t *sealed);

/// Decrypts what gatehouse_aes_gcm_seal returned; `sealed_count` includes the tag, without which `message` has room.
/// Fails if any of the bytes differ.
int gatehouse_aes_gcm_open(const uint8_t *key, const uint8_t *nonce, const uint8_t *context, size_t context_count,
                           const uint8_t *sealed, size_t sealed_count, uint8_t *message);

/// Writes `base ^ exponent mod modulus` for an odd modulus: big-endian numbers, and a result of as many bytes as the
/// modulus has. The time depends on lengths, never on the exponent. Fails if memory ran out.
int gatehouse_modular_power(const uint8_t *modulus, size_t modulus_count, const uint8_t *base, size_t base_count,
                            const uint8_t *exponent, size_t exponent_count, uint8_t *result);

#endif
