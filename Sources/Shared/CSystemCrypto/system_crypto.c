// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "CSystemCrypto.h"

// Empty where another library does the work, so that only builds that need libcrypto need its headers.
#if defined(__linux__) && !defined(GATEHOUSE_WITHOUT_SYSTEM_CRYPTO)

#include <limits.h>
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/x509.h>
#include <string.h>

// Links libcrypto, as the entry does that the compiler writes for a Swift import of a library. No setting of the manifest
// can depend on a trait that is absent; and for a module map with the library, tools that read built modules would have
// to look outside the build folder.
__attribute__((section(".swift1_autolink_entries"), used)) static const char linked_library[] = "-lcrypto";

int gatehouse_sha256(const uint8_t *message, size_t message_count, uint8_t *digest) {
    unsigned int count = 0;
    int done = EVP_Digest(message, message_count, digest, &count, EVP_sha256(), NULL) == 1
        && count == GATEHOUSE_SHA256_BYTES;
    if (!done) {
        ERR_clear_error();
    }
    return done;
}

int gatehouse_hmac_sha256(const uint8_t *key, size_t key_count, const uint8_t *message, size_t message_count,
                          uint8_t *code) {
    // A key must not be NULL, even if it is empty.
    static const uint8_t empty = 0;
    unsigned int count = 0;
    if (key_count > INT_MAX) {
        return 0;
    }
    int done = HMAC(EVP_sha256(), key_count ? key : &empty, (int)key_count, message, message_count, code, &count)
        && count == GATEHOUSE_SHA256_BYTES;
    if (!done) {
        ERR_clear_error();
    }
    return done;
}

// ECPrivateKey of RFC 5915 without its public key, which libcrypto computes: version 1, the secret number, the name
// of the curve.
static const uint8_t private_head[] = {0x30, 0x31, 0x02, 0x01, 0x01, 0x04, GATEHOUSE_P256_SCALAR_BYTES};
static const uint8_t private_tail[] = {0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07};

// SubjectPublicKeyInfo of RFC 5480 up to the point.
static const uint8_t public_head[] = {
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
    0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
};

// The key of a secret number; NULL for zero and for numbers that are not below the order.
static EVP_PKEY *private_key(const uint8_t *scalar) {
    uint8_t der[sizeof private_head + GATEHOUSE_P256_SCALAR_BYTES + sizeof private_tail];
    memcpy(der, private_head, sizeof private_head);
    memcpy(der + sizeof private_head, scalar, GATEHOUSE_P256_SCALAR_BYTES);
    memcpy(der + sizeof private_head + GATEHOUSE_P256_SCALAR_BYTES, private_tail, sizeof private_tail);
    const unsigned char *cursor = der;
    EVP_PKEY *key = d2i_PrivateKey(EVP_PKEY_EC, NULL, &cursor, sizeof der);
    OPENSSL_cleanse(der, sizeof der);
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new(key, NULL) : NULL;
    int valid = context && EVP_PKEY_private_check(context) == 1;
    EVP_PKEY_CTX_free(context);
    if (!valid) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    return key;
}

// The key of a point; NULL for bytes that do not encode a point on the curve.
static EVP_PKEY *public_key(const uint8_t *point) {
    uint8_t der[sizeof public_head + GATEHOUSE_P256_POINT_BYTES];
    if (point[0] != 4) {
        return NULL;
    }
    memcpy(der, public_head, sizeof public_head);
    memcpy(der + sizeof public_head, point, GATEHOUSE_P256_POINT_BYTES);
    const unsigned char *cursor = der;
    return d2i_PUBKEY(NULL, &cursor, sizeof der);
}

int gatehouse_p256_point(const uint8_t *scalar, uint8_t *point) {
    EVP_PKEY *key = private_key(scalar);
    unsigned char *der = NULL;
    int count = key ? i2d_PUBKEY(key, &der) : 0;
    int done = count == sizeof public_head + GATEHOUSE_P256_POINT_BYTES
        && memcmp(der, public_head, sizeof public_head) == 0;
    if (done) {
        memcpy(point, der + sizeof public_head, GATEHOUSE_P256_POINT_BYTES);
    }
    OPENSSL_free(der);
    EVP_PKEY_free(key);
    ERR_clear_error();
    return done;
}

int gatehouse_p256_is_point(const uint8_t *point) {
    EVP_PKEY *key = public_key(point);
    int valid = key != NULL;
    EVP_PKEY_free(key);
    ERR_clear_error();
    return valid;
}

int gatehouse_p256_sign(const uint8_t *scalar, const uint8_t *message, size_t message_count, uint8_t *signature,
                        size_t *signature_count) {
    EVP_PKEY *key = private_key(scalar);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    *signature_count = GATEHOUSE_P256_SIGNATURE_BYTES;
    int done = key && context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1
        && EVP_DigestSign(context, signature, signature_count, message, message_count) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    ERR_clear_error();
    return done;
}

int gatehouse_p256_verify(const uint8_t *point, const uint8_t *signature, size_t signature_count,
                          const uint8_t *message, size_t message_count) {
    EVP_PKEY *key = public_key(point);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int valid = key && context && EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1
        && EVP_DigestVerify(context, signature, signature_count, message, message_count) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    ERR_clear_error();
    return valid;
}

int gatehouse_aes_gcm_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *context, size_t context_count,
                           const uint8_t *message, size_t message_count, uint8_t *sealed) {
    if (context_count > INT_MAX || message_count > INT_MAX) {
        return 0;
    }
    int count = 0;
    EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
    // The nonce of 12 bytes is the default.
    int done = cipher && EVP_EncryptInit_ex(cipher, EVP_aes_256_gcm(), NULL, key, nonce) == 1
        && (!context_count || EVP_EncryptUpdate(cipher, NULL, &count, context, (int)context_count) == 1)
        && (!message_count || EVP_EncryptUpdate(cipher, sealed, &count, message, (int)message_count) == 1)
        && EVP_EncryptFinal_ex(cipher, sealed + message_count, &count) == 1
        && EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_GET_TAG, GATEHOUSE_AES_GCM_TAG_BYTES, sealed + message_count) == 1;
    EVP_CIPHER_CTX_free(cipher);
    ERR_clear_error();
    return done;
}

int gatehouse_aes_gcm_open(const uint8_t *key, const uint8_t *nonce, const uint8_t *context, size_t context_count,
                           const uint8_t *sealed, size_t sealed_count, uint8_t *message) {
    uint8_t tag[GATEHOUSE_AES_GCM_TAG_BYTES];
    uint8_t rest[16];
    if (context_count > INT_MAX || sealed_count > INT_MAX || sealed_count < sizeof tag) {
        return 0;
    }
    int count = 0;
    size_t message_count = sealed_count - sizeof tag;
    memcpy(tag, sealed + message_count, sizeof tag);
    EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
    int done = cipher && EVP_DecryptInit_ex(cipher, EVP_aes_256_gcm(), NULL, key, nonce) == 1
        && (!context_count || EVP_DecryptUpdate(cipher, NULL, &count, context, (int)context_count) == 1)
        && (!message_count || EVP_DecryptUpdate(cipher, message, &count, sealed, (int)message_count) == 1)
        && EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_SET_TAG, sizeof tag, tag) == 1
        && EVP_DecryptFinal_ex(cipher, rest, &count) == 1;
    EVP_CIPHER_CTX_free(cipher);
    ERR_clear_error();
    if (!done) {
        OPENSSL_cleanse(message, message_count);
    }
    return done;
}

// Gets its numbers from a context that overwrites them when it is freed.
static int modular_power(BN_CTX *scratch, const uint8_t *modulus, int modulus_count, const uint8_t *base,
                         int base_count, const uint8_t *exponent, int exponent_count, uint8_t *result) {
    BIGNUM *m = BN_CTX_get(scratch);
    BIGNUM *b = BN_CTX_get(scratch);
    BIGNUM *e = BN_CTX_get(scratch);
    BIGNUM *r = BN_CTX_get(scratch);
    if (!r || !BN_bin2bn(modulus, modulus_count, m) || !BN_bin2bn(base, base_count, b)
        || !BN_bin2bn(exponent, exponent_count, e)) {
        return 0;
    }
    BN_set_flags(e, BN_FLG_CONSTTIME);
    return BN_nnmod(b, b, m, scratch) && BN_mod_exp_mont_consttime(r, b, e, m, scratch, NULL)
        && BN_bn2binpad(r, result, modulus_count) == modulus_count;
}

int gatehouse_modular_power(const uint8_t *modulus, size_t modulus_count, const uint8_t *base, size_t base_count,
                            const uint8_t *exponent, size_t exponent_count, uint8_t *result) {
    BN_CTX *scratch = BN_CTX_secure_new();
    if (!scratch || modulus_count > INT_MAX / 8 || base_count > INT_MAX / 8 || exponent_count > INT_MAX / 8) {
        BN_CTX_free(scratch);
        return 0;
    }
    BN_CTX_start(scratch);
    int done = modular_power(scratch, modulus, (int)modulus_count, base, (int)base_count, exponent,
                             (int)exponent_count, result);
    BN_CTX_end(scratch);
    BN_CTX_free(scratch);
    if (!done) {
        ERR_clear_error();
    }
    return done;
}

#endif
