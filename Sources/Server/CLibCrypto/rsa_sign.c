// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "CLibCrypto.h"

#include <limits.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

// The opaque key is libcrypto's own; a cast names it.
static EVP_PKEY *evp(const gatehouse_rsa_key *key) { return (EVP_PKEY *)key; }

gatehouse_rsa_key *gatehouse_rsa_key_create(const uint8_t *der, size_t der_count) {
    const unsigned char *cursor = der;
    if (der_count == 0 || der_count > LONG_MAX) {
        return NULL;
    }
    EVP_PKEY *key = d2i_AutoPrivateKey(NULL, &cursor, (long)der_count);
    if (!key || EVP_PKEY_base_id(key) != EVP_PKEY_RSA) {
        EVP_PKEY_free(key);
        ERR_clear_error();
        return NULL;
    }
    return (gatehouse_rsa_key *)key;
}

void gatehouse_rsa_key_free(gatehouse_rsa_key *key) { EVP_PKEY_free(evp(key)); }

size_t gatehouse_rsa_signature_count(const gatehouse_rsa_key *key) {
    int size = EVP_PKEY_get_size(evp(key));
    return size > 0 ? (size_t)size : 0;
}

int gatehouse_rsa_sign(const gatehouse_rsa_key *key, const uint8_t *message, size_t message_count,
                       uint8_t *signature) {
    size_t count = gatehouse_rsa_signature_count(key);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_PKEY_CTX *options = NULL;
    int done = context && EVP_DigestSignInit(context, &options, EVP_sha256(), NULL, evp(key)) == 1
        && EVP_PKEY_CTX_set_rsa_padding(options, RSA_PKCS1_PADDING) == 1
        && EVP_DigestSign(context, signature, &count, message, message_count) == 1
        && count == gatehouse_rsa_signature_count(key);
    EVP_MD_CTX_free(context);
    if (!done) {
        ERR_clear_error();
    }
    return done;
}
