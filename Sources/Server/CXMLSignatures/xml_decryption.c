// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "xml_library.h"
#include "CXMLSignatures.h"

#include <openssl/crypto.h>
#include <openssl/x509.h>
#include <xmlsec/list.h>
#include <xmlsec/openssl/crypto.h>
#include <xmlsec/strings.h>
#include <xmlsec/transforms.h>
#include <xmlsec/xmlenc.h>
#include <xmlsec/xmlsec.h>

#define ASSERTION_NAMESPACE "urn:oasis:names:tc:SAML:2.0:assertion"

static xmlSecKeyPtr read_private_key(const uint8_t *bytes, size_t count) {
    EVP_PKEY *key = gatehouse_xml_read_key(d2i_AutoPrivateKey, bytes, count);
    if (key && !EVP_PKEY_is_a(key, "RSA")) {
        EVP_PKEY_free(key);
        return NULL;
    }
    return gatehouse_xml_adopt_key(key);
}

// A context with one key, which it owns, for the listed methods and no references.
static xmlSecEncCtxPtr strict_context(xmlSecKeyPtr key, const xmlSecTransformId *methods, size_t count) {
    xmlSecEncCtxPtr context = key ? xmlSecEncCtxCreate(NULL) : NULL;
    if (!context) {
        xmlSecKeyDestroy(key);
        return NULL;
    }
    // With a key set, the library does not look into KeyInfo.
    context->encKey = key;
    context->transformCtx.enabledUris = xmlSecTransformUriTypeNone;
    for (size_t index = 0; index < count; index++) {
        if (xmlSecPtrListAdd(&context->transformCtx.enabledTransforms, (xmlSecPtr)methods[index]) < 0) {
            xmlSecEncCtxDestroy(context);
            return NULL;
        }
    }
    return context;
}

// The one encrypted key: in the data's KeyInfo, or beside the data.
static xmlNodePtr encrypted_key(xmlNodePtr assertion, xmlNodePtr data) {
    xmlNodePtr info = gatehouse_xml_only_child(data, xmlSecDSigNs, xmlSecNodeKeyInfo);
    xmlNodePtr inner = info ? gatehouse_xml_only_child(info, xmlSecEncNs, xmlSecNodeEncryptedKey) : NULL;
    return inner ? inner : gatehouse_xml_only_child(assertion, xmlSecEncNs, xmlSecNodeEncryptedKey);
}

static xmlSecKeyPtr session_key(xmlNodePtr encrypted, const uint8_t *key, size_t key_count) {
    const xmlSecTransformId methods[] = {xmlSecOpenSSLTransformRsaOaepId};
    xmlSecEncCtxPtr context = strict_context(read_private_key(key, key_count), methods, 1);
    if (!context) {
        return NULL;
    }
    context->mode = xmlEncCtxModeEncryptedKey;
    xmlSecKeyPtr session = NULL;
    xmlSecBufferPtr bytes = xmlSecEncCtxDecryptToBuffer(context, encrypted);
    size_t count = bytes ? xmlSecBufferGetSize(bytes) : 0;
    if (count == 16 || count == 24 || count == 32) {
        session = xmlSecKeyReadMemory(xmlSecOpenSSLKeyDataAesId, xmlSecBufferGetData(bytes), (xmlSecSize)count);
        OPENSSL_cleanse(xmlSecBufferGetData(bytes), count);
    }
    xmlSecEncCtxDestroy(context);
    return session;
}

static int decrypt(xmlNodePtr data, xmlSecKeyPtr session, int allows_cbc, uint8_t *plaintext, size_t *count) {
    const xmlSecTransformId methods[] = {
        xmlSecOpenSSLTransformAes128GcmId, xmlSecOpenSSLTransformAes192GcmId, xmlSecOpenSSLTransformAes256GcmId,
        xmlSecOpenSSLTransformAes128CbcId, xmlSecOpenSSLTransformAes192CbcId, xmlSecOpenSSLTransformAes256CbcId,
    };
    xmlSecEncCtxPtr context = strict_context(session, methods, allows_cbc ? 6 : 3);
    if (!context) {
        return GATEHOUSE_XML_INVALID;
    }
    int result = gatehouse_xml_copy(xmlSecEncCtxDecryptToBuffer(context, data), plaintext, count);
    xmlSecEncCtxDestroy(context);
    return result;
}

int gatehouse_xml_decrypt(const uint8_t *document, size_t document_count, const uint8_t *key, size_t key_count,
                          int allows_cbc, uint8_t *plaintext, size_t *count) {
    xmlDocPtr parsed = NULL;
    int result = gatehouse_xml_open(document, document_count, &parsed);
    if (result != GATEHOUSE_XML_DONE) {
        return result;
    }
    result = GATEHOUSE_XML_MALFORMED;
    xmlNodePtr root = xmlDocGetRootElement(parsed);
    xmlNodePtr assertion =
        root ? gatehouse_xml_only_child(root, STRING(ASSERTION_NAMESPACE), STRING("EncryptedAssertion")) : NULL;
    xmlNodePtr data = assertion ? gatehouse_xml_only_child(assertion, xmlSecEncNs, xmlSecNodeEncryptedData) : NULL;
    xmlNodePtr wrapped = data ? encrypted_key(assertion, data) : NULL;
    if (wrapped) {
        xmlSecKeyPtr session = session_key(wrapped, key, key_count);
        result = session ? decrypt(data, session, allows_cbc, plaintext, count) : GATEHOUSE_XML_INVALID;
    }
    gatehouse_xml_close(parsed);
    return result;
}
