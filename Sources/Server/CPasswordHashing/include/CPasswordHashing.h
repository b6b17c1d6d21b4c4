// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef CPASSWORDHASHING_H
#define CPASSWORDHASHING_H

#include <stddef.h>
#include <stdint.h>

// Only plain scalars and pointers: Swift does not import the libraries' own headers. All functions return 1, or 0 when
// the library refuses the parameters or memory runs out. Any thread may call them.

/// The length of a bcrypt hash in its text form, with the final zero, in bytes.
#define GATEHOUSE_BCRYPT_BYTES 61

/// PBKDF2 with HMAC-SHA256 (RFC 8018), by libcrypto.
int gatehouse_pbkdf2_sha256(const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count,
                            uint32_t iterations, uint8_t *result, size_t result_count);

/// scrypt (RFC 7914), by libcrypto.
int gatehouse_scrypt(const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count,
                     uint64_t cost, uint32_t block_size, uint32_t lanes, uint8_t *result, size_t result_count);

/// bcrypt, by libcrypt: the complete text form of the hash for a password and a setting, both with a final zero.
int gatehouse_bcrypt(const uint8_t *password, const char *setting, uint8_t *result);

/// Argon2id, version 19 (RFC 9106), by libargon2; `memory` in KiB.
int gatehouse_argon2id(const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count,
                       uint32_t memory, uint32_t passes, uint32_t lanes, uint8_t *result, size_t result_count);

#endif
