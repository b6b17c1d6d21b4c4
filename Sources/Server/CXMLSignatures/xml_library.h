// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef XML_LIBRARY_H
#define XML_LIBRARY_H

// As Debian builds the library: `xmlSecSize` is an `unsigned int`.
#define XMLSEC_NO_SIZE_T

#include <libxml/tree.h>
#include <openssl/evp.h>
#include <stddef.h>
#include <stdint.h>
#include <xmlsec/buffer.h>
#include <xmlsec/keys.h>

#define STRING(text) ((const xmlChar *)(text))

// What signatures and encryption have in common: the libraries, the document, keys and results.

// Starts the libraries once and parses a document without a document type; a result other than done is the function's.
// Done: the caller closes the document.
int gatehouse_xml_open(const uint8_t *bytes, size_t count, xmlDocPtr *document);

// Frees a document, and the errors that the libraries have left on this thread.
void gatehouse_xml_close(xmlDocPtr document);

// The only child of an element with a name; null if there is none or more than one.
xmlNodePtr gatehouse_xml_only_child(xmlNodePtr parent, const xmlChar *name_space, const xmlChar *name);

// Reads a key in DER with nothing after it, as a function of OpenSSL does; null for other bytes.
typedef EVP_PKEY *(*gatehouse_xml_key_reader)(EVP_PKEY **key, const uint8_t **bytes, long count);
EVP_PKEY *gatehouse_xml_read_key(gatehouse_xml_key_reader reader, const uint8_t *bytes, size_t count);

// The library's key, which owns OpenSSL's; null for null, and then OpenSSL's key is freed.
xmlSecKeyPtr gatehouse_xml_adopt_key(EVP_PKEY *key);

// Copies what the library has computed; invalid for null and for nothing.
int gatehouse_xml_copy(xmlSecBufferPtr result, uint8_t *bytes, size_t *count);

#endif
