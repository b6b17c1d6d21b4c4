// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#define _GNU_SOURCE

#include "CPasswordHashing.h"

#include <argon2.h>
#include <crypt.h>
#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

// libcrypto's default limit for scrypt is 32 MiB; this one is above the most that an import allows.
#define SCRYPT_MEMORY (128u * 1024 * 1024)

int gatehouse_pbkdf2_sha256(const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count,
                            uint32_t iterations, uint8_t *result, size_t result_count) {
    if (password_count > INT_MAX || salt_count > INT_MAX || iterations > INT_MAX || result_count > INT_MAX) {
        return 0;
    }
    int done = PKCS5_PBKDF2_HMAC((const char *)password, (int)password_count, salt, (int)salt_count, (int)iterations,
                                 EVP_sha256(), (int)result_count, result);
    ERR_clear_error();
    return done == 1;
}

int gatehouse_scrypt(const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count,
                     uint64_t cost, uint32_t block_size, uint32_t lanes, uint8_t *result, size_t result_count) {
    int done = EVP_PBE_scrypt((const char *)password, password_count, salt, salt_count, cost, block_size, lanes,
                              SCRYPT_MEMORY, result, result_count);
    ERR_clear_error();
    return done == 1;
}

int gatehouse_bcrypt(const uint8_t *password, const char *setting, uint8_t *result) {
    // The structure has tens of kilobytes: too much for a thread with a small stack.
    struct crypt_data *data = calloc(1, sizeof(struct crypt_data));
    if (!data) {
        return 0;
    }
    const char *hash = crypt_r((const char *)password, setting, data);
    int done = hash && strlen(hash) == GATEHOUSE_BCRYPT_BYTES - 1;
    if (done) {
        memcpy(result, hash, GATEHOUSE_BCRYPT_BYTES);
    }
    OPENSSL_cleanse(data, sizeof(struct crypt_data));
    free(data);
    return done;
}

int gatehouse_argon2id(const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count,
                       uint32_t memory, uint32_t passes, uint32_t lanes, uint8_t *result, size_t result_count) {
    return argon2id_hash_raw(passes, memory, lanes, password, password_count, salt, salt_count, result,
                             result_count) == ARGON2_OK;
}
