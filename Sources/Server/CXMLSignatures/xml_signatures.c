// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

// As Debian builds the library: `xmlSecSize` is an `unsigned int`.
#define XMLSEC_NO_SIZE_T

#include "CXMLSignatures.h"
#include "xml_library.h"

#include <libxml/c14n.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/valid.h>
#include <libxml/xmlIO.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/x509.h>
#include <pthread.h>
#include <string.h>
#include <xmlsec/buffer.h>
#include <xmlsec/errors.h>
#include <xmlsec/io.h>
#include <xmlsec/keys.h>
#include <xmlsec/openssl/crypto.h>
#include <xmlsec/openssl/evp.h>
#include <xmlsec/strings.h>
#include <xmlsec/transforms.h>
#include <xmlsec/xmldsig.h>
#include <xmlsec/xmlsec.h>

#if XMLSEC_VERSION_MAJOR != 1 || XMLSEC_VERSION_MINOR != 2
#error "The type xmlSecSize and the defaults of xmlsec 1.2 are known; check those of this version."
#endif

// MARK: - The libraries

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_started;

static void ignore_library_error(void *context, const char *message, ...) {
    (void)context;
    (void)message;
}

static void ignore_structured_error(void *context, xmlErrorPtr error) {
    (void)context;
    (void)error;
}

static void ignore_signature_error(const char *file, int line, const char *function, const char *object,
                                   const char *subject, int reason, const char *message) {
    (void)file, (void)line, (void)function, (void)object, (void)subject, (void)reason, (void)message;
}

static xmlParserInputPtr refuse_entity(const char *address, const char *identifier, xmlParserCtxtPtr context) {
    (void)address, (void)identifier, (void)context;
    return NULL;
}

static void start(void) {
    xmlInitParser();
    xmlSetExternalEntityLoader(refuse_entity);
    xmlThrDefSetGenericErrorFunc(NULL, ignore_library_error);
    if (xmlSecInit() < 0 || xmlSecCheckVersionExt(1, 2, 0, xmlSecCheckVersionABICompatible) != 1) {
        return;
    }
    xmlSecErrorsSetCallback(ignore_signature_error);
    // The library registers readers of files and addresses for references; none of them is needed.
    xmlSecIOCleanupCallbacks();
    is_started = xmlSecOpenSSLInit() >= 0;
}

int gatehouse_xml_begin(void) {
    if (pthread_once(&once, start) != 0 || !is_started) {
        return 0;
    }
    // Both are values of the thread.
    xmlSetGenericErrorFunc(NULL, ignore_library_error);
    xmlSetStructuredErrorFunc(NULL, ignore_structured_error);
    return 1;
}

// MARK: - The document

xmlDocPtr gatehouse_xml_parse(const uint8_t *bytes, size_t count) {
    if (count > INT_MAX) {
        return NULL;
    }
    xmlParserCtxtPtr context = xmlNewParserCtxt();
    if (!context) {
        return NULL;
    }
    int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
    xmlDocPtr document = xmlCtxtReadMemory(context, (const char *)bytes, (int)count, NULL, "UTF-8", options);
    int is_refused = !context->wellFormed || !context->nsWellFormed ||
                     (document && (document->intSubset || document->extSubset));
    xmlFreeParserCtxt(context);
    if (document && is_refused) {
        xmlFreeDoc(document);
        return NULL;
    }
    return document;
}

static int is_named(xmlNodePtr node, const xmlChar *namespace, const xmlChar *name) {
    return node->type == XML_ELEMENT_NODE && node->ns && xmlStrEqual(node->name, name) &&
           xmlStrEqual(node->ns->href, namespace);
}

xmlNodePtr gatehouse_xml_only_child(xmlNodePtr parent, const xmlChar *namespace, const xmlChar *name) {
    xmlNodePtr found = NULL;
    for (xmlNodePtr child = parent->children; child; child = child->next) {
        if (is_named(child, namespace, name)) {
            if (found) {
                return NULL;
            }
            found = child;
        }
    }
    return found;
}

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

static xmlSecKeyPtr read_key(const uint8_t *bytes, size_t count) {
    if (count > LONG_MAX) {
        return NULL;
    }
    const uint8_t *end = bytes;
    EVP_PKEY *public_key = d2i_PUBKEY(NULL, &end, (long)count);
    if (!public_key || end != bytes + count) {
        EVP_PKEY_free(public_key);
        return NULL;
    }
    xmlSecKeyDataPtr data = xmlSecOpenSSLEvpKeyAdopt(public_key);
    if (!data) {
        EVP_PKEY_free(public_key);
        return NULL;
    }
    xmlSecKeyPtr key = xmlSecKeyCreate();
    if (!key || xmlSecKeySetValue(key, data) < 0) {
        xmlSecKeyDataDestroy(data);
        xmlSecKeyDestroy(key);
        return NULL;
    }
    return key;
}

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
    context->signKey = read_key(key, key_count);
    if (!context->signKey) {
        xmlSecDSigCtxDestroy(context);
        return GATEHOUSE_XML_INVALID;
    }
    int result = GATEHOUSE_XML_INVALID;
    if (xmlSecDSigCtxVerify(context, signature) >= 0) {
        xmlSecBufferPtr bytes = verified_bytes(context, identifier);
        size_t length = bytes ? xmlSecBufferGetSize(bytes) : 0;
        if (length > *count) {
            result = GATEHOUSE_XML_TOO_LONG;
        } else if (length > 0) {
            memcpy(verified, xmlSecBufferGetData(bytes), length);
            *count = length;
            result = GATEHOUSE_XML_DONE;
        }
    }
    xmlSecDSigCtxDestroy(context);
    return result;
}

int gatehouse_xml_verify(const uint8_t *document, size_t document_count, const char *child_namespace,
                         const char *child_name, const char *identifier, const uint8_t *key, size_t key_count,
                         uint8_t *verified, size_t *count) {
    if (!gatehouse_xml_begin()) {
        return GATEHOUSE_XML_UNAVAILABLE;
    }
    xmlDocPtr parsed = gatehouse_xml_parse(document, document_count);
    if (!parsed) {
        return GATEHOUSE_XML_MALFORMED;
    }
    int result = GATEHOUSE_XML_MALFORMED;
    xmlNodePtr element = xmlDocGetRootElement(parsed);
    if (element && child_name) {
        element = gatehouse_xml_only_child(element, STRING(child_namespace), STRING(child_name));
    }
    xmlNodePtr signature = element ? gatehouse_xml_only_child(element, xmlSecDSigNs, xmlSecNodeSignature) : NULL;
    if (signature && register_identifier(parsed, element, identifier)) {
        result = verify(signature, identifier, key, key_count, verified, count);
    }
    xmlFreeDoc(parsed);
    ERR_clear_error();
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
