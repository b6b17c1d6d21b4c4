// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "xml_library.h"
#include "CXMLSignatures.h"

#include <libxml/parser.h>
#include <libxml/valid.h>
#include <libxml/xmlIO.h>
#include <limits.h>
#include <openssl/err.h>
#include <pthread.h>
#include <string.h>
#include <xmlsec/errors.h>
#include <xmlsec/io.h>
#include <xmlsec/openssl/crypto.h>
#include <xmlsec/openssl/evp.h>
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

static int begin(void) {
    if (pthread_once(&once, start) != 0 || !is_started) {
        return 0;
    }
    // Both are values of the thread.
    xmlSetGenericErrorFunc(NULL, ignore_library_error);
    xmlSetStructuredErrorFunc(NULL, ignore_structured_error);
    return 1;
}

// MARK: - The document

static xmlDocPtr parse(const uint8_t *bytes, size_t count) {
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

int gatehouse_xml_open(const uint8_t *bytes, size_t count, xmlDocPtr *document) {
    if (!begin()) {
        return GATEHOUSE_XML_UNAVAILABLE;
    }
    *document = parse(bytes, count);
    return *document ? GATEHOUSE_XML_DONE : GATEHOUSE_XML_MALFORMED;
}

void gatehouse_xml_close(xmlDocPtr document) {
    xmlFreeDoc(document);
    ERR_clear_error();
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

// MARK: - Keys and results

EVP_PKEY *gatehouse_xml_read_key(gatehouse_xml_key_reader reader, const uint8_t *bytes, size_t count) {
    if (count > LONG_MAX) {
        return NULL;
    }
    const uint8_t *end = bytes;
    EVP_PKEY *key = reader(NULL, &end, (long)count);
    if (key && end != bytes + count) {
        EVP_PKEY_free(key);
        return NULL;
    }
    return key;
}

xmlSecKeyPtr gatehouse_xml_adopt_key(EVP_PKEY *key) {
    xmlSecKeyDataPtr data = key ? xmlSecOpenSSLEvpKeyAdopt(key) : NULL;
    if (!data) {
        EVP_PKEY_free(key);
        return NULL;
    }
    xmlSecKeyPtr adopted = xmlSecKeyCreate();
    if (!adopted || xmlSecKeySetValue(adopted, data) < 0) {
        xmlSecKeyDataDestroy(data);
        xmlSecKeyDestroy(adopted);
        return NULL;
    }
    return adopted;
}

int gatehouse_xml_copy(xmlSecBufferPtr result, uint8_t *bytes, size_t *count) {
    size_t length = result ? xmlSecBufferGetSize(result) : 0;
    if (length == 0) {
        return GATEHOUSE_XML_INVALID;
    }
    if (length > *count) {
        return GATEHOUSE_XML_TOO_LONG;
    }
    memcpy(bytes, xmlSecBufferGetData(result), length);
    *count = length;
    return GATEHOUSE_XML_DONE;
}
