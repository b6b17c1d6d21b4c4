// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "xml_library.h"
#include "CXMLSignatures.h"

#include <libxml/valid.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/x509.h>
#include <string.h>
#include <xmlsec/list.h>
#include <xmlsec/openssl/crypto.h>
#include <xmlsec/strings.h>
#include <xmlsec/transforms.h>
#include <xmlsec/xmldsig.h>

// Registers the element's identifier, the only one of the document; the parser registers attributes `xml:id`.
static int register_identifier(xmlDocPtr document, xmlNodePtr element, const char *identifier) {
    xmlAttrPtr attribute = xmlHasNsProp(element, STRING("ID"), NULL);
    if (!attribute || attribute->type != XML_ATTRIBUTE_NODE || document->ids) {
        return 0;
    }
    xmlChar *value = xmlNodeListGetString(document, attribute->children, 1);
    int is_registered = value && xmlStrEqual(value, STRING(identifier)) &&
                        xmlAddID(NULL, document, value, attribute) != NULL;
    xmlFree(value);
    return is_registered;
}

// MARK: - The signature

// A context that accepts the listed methods and references within the document, and no other.
static xmlSecDSigCtxPtr strict_context(void) {
    xmlSecDSigCtxPtr context = xmlSecDSigCtxCreate(NULL);
    if (!context) {
        return NULL;
    }
    context->flags = XMLSEC_DSIG_FLAGS_IGNORE_MANIFESTS | XMLSEC_DSIG_FLAGS_STORE_SIGNEDINFO_REFERENCES;
    context->enabledReferenceUris = xmlSecTransformUriTypeSameDocument;
    const xmlSecTransformId reference[] = {
        xmlSecTransformEnvelopedId,           xmlSecTransformExclC14NId, xmlSecTransformExclC14NWithCommentsId,
        xmlSecOpenSSLTransformSha256Id,       xmlSecOpenSSLTransformSha384Id, xmlSecOpenSSLTransformSha512Id,
    };
    const xmlSecTransformId signature[] = {
        xmlSecTransformExclC14NId,           xmlSecTransformExclC14NWithCommentsId,
        xmlSecOpenSSLTransformRsaSha256Id,   xmlSecOpenSSLTransformRsaSha384Id,
        xmlSecOpenSSLTransformRsaSha512Id,   xmlSecOpenSSLTransformEcdsaSha256Id,
        xmlSecOpenSSLTransformEcdsaSha384Id, xmlSecOpenSSLTransformEcdsaSha512Id,
    };
    int is_complete = 1;
    for (size_t index = 0; index < sizeof(reference) / sizeof(reference[0]); index++) {
        is_complete &= xmlSecDSigCtxEnableReferenceTransform(context, reference[index]) >= 0;
    }
    for (size_t index = 0; index < sizeof(signature) / sizeof(signature[0]); index++) {
        is_complete &= xmlSecDSigCtxEnableSignatureTransform(context, signature[index]) >= 0;
    }
    if (!is_complete) {
        xmlSecDSigCtxDestroy(context);
        return NULL;
    }
    return context;
}

// The bytes that were hashed, if the signature is valid and has one reference, to this identifier.
static xmlSecBufferPtr verified_bytes(xmlSecDSigCtxPtr context, const char *identifier) {
    if (context->status != xmlSecDSigStatusSucceeded || xmlSecPtrListGetSize(&context->signedInfoReferences) != 1 ||
        xmlSecPtrListGetSize(&context->manifestReferences) != 0) {
        return NULL;
    }
    xmlSecDSigReferenceCtxPtr reference = xmlSecPtrListGetItem(&context->signedInfoReferences, 0);
    if (!reference || reference->status != xmlSecDSigStatusSucceeded || !reference->uri ||
        reference->uri[0] != '#' || !xmlStrEqual(reference->uri + 1, STRING(identifier))) {
        return NULL;
    }
    return xmlSecDSigReferenceCtxGetPreDigestBuffer(reference);
}

static int verify(xmlNodePtr signature, const char *identifier, const uint8_t *key, size_t key_count,
                  uint8_t *verified, size_t *count) {
    xmlSecDSigCtxPtr context = strict_context();
    if (!context) {
        return GATEHOUSE_XML_UNAVAILABLE;
    }
    // The context owns the key. With a key set, the library does not look into KeyInfo.
    context->signKey = gatehouse_xml_adopt_key(gatehouse_xml_read_key(d2i_PUBKEY, key, key_count));
    if (!context->signKey) {
        xmlSecDSigCtxDestroy(context);
        return GATEHOUSE_XML_INVALID;
    }
    int result = GATEHOUSE_XML_INVALID;
    if (xmlSecDSigCtxVerify(context, signature) >= 0) {
        result = gatehouse_xml_copy(verified_bytes(context, identifier), verified, count);
    }
    xmlSecDSigCtxDestroy(context);
    return result;
}

int gatehouse_xml_verify(const uint8_t *document, size_t document_count, const char *child_namespace,
                         const char *child_name, const char *identifier, const uint8_t *key, size_t key_count,
                         uint8_t *verified, size_t *count) {
    xmlDocPtr parsed = NULL;
    int result = gatehouse_xml_open(document, document_count, &parsed);
    if (result != GATEHOUSE_XML_DONE) {
        return result;
    }
    result = GATEHOUSE_XML_MALFORMED;
    xmlNodePtr element = xmlDocGetRootElement(parsed);
    if (element && child_name) {
        element = gatehouse_xml_only_child(element, STRING(child_namespace), STRING(child_name));
    }
    xmlNodePtr signature = element ? gatehouse_xml_only_child(element, xmlSecDSigNs, xmlSecNodeSignature) : NULL;
    if (signature && register_identifier(parsed, element, identifier)) {
        result = verify(signature, identifier, key, key_count, verified, count);
    }
    gatehouse_xml_close(parsed);
    return result;
}

// MARK: - Certificates

static int kind_of(EVP_PKEY *key) {
    if (EVP_PKEY_is_a(key, "RSA")) {
        return GATEHOUSE_XML_KEY_RSA;
    }
    char curve[32];
    size_t length;
    if (EVP_PKEY_is_a(key, "EC") && EVP_PKEY_get_group_name(key, curve, sizeof(curve), &length) == 1 &&
        (strcmp(curve, "prime256v1") == 0 || strcmp(curve, "secp384r1") == 0 || strcmp(curve, "secp521r1") == 0)) {
        return GATEHOUSE_XML_KEY_EC;
    }
    return 0;
}

int gatehouse_xml_certificate_key(const uint8_t *certificate, size_t certificate_count, uint8_t *key, size_t *count,
                                  int *kind, int *bits) {
    if (certificate_count > LONG_MAX) {
        return GATEHOUSE_XML_MALFORMED;
    }
    int result = GATEHOUSE_XML_MALFORMED;
    const uint8_t *end = certificate;
    X509 *parsed = d2i_X509(NULL, &end, (long)certificate_count);
    EVP_PKEY *public_key = parsed && end == certificate + certificate_count ? X509_get0_pubkey(parsed) : NULL;
    int length = public_key ? i2d_PUBKEY(public_key, NULL) : 0;
    if (length > 0 && (size_t)length > *count) {
        result = GATEHOUSE_XML_TOO_LONG;
    } else if (length > 0 && kind_of(public_key) != 0) {
        uint8_t *next = key;
        *count = (size_t)i2d_PUBKEY(public_key, &next);
        *kind = kind_of(public_key);
        *bits = EVP_PKEY_get_bits(public_key);
        result = GATEHOUSE_XML_DONE;
    }
    X509_free(parsed);
    ERR_clear_error();
    return result;
}
