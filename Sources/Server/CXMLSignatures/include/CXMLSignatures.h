// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef CXMLSIGNATURES_H
#define CXMLSIGNATURES_H

#include <stddef.h>
#include <stdint.h>

// Only plain scalars and pointers: Swift does not import the libraries' own headers. Any thread may call the functions.
// They open no file and no connection.

/// The result of the functions below.
enum gatehouse_xml_signature {
    /// The function wrote its results.
    GATEHOUSE_XML_DONE = 0,
    /// The document is not well-formed, has a document type, or lacks the element or its one signature.
    GATEHOUSE_XML_MALFORMED = 1,
    /// The signature is of another key or content, or uses a method that is not allowed.
    GATEHOUSE_XML_INVALID = 2,
    /// The result is longer than the caller's buffer.
    GATEHOUSE_XML_TOO_LONG = 3,
    /// Memory ran out, or the libraries could not start.
    GATEHOUSE_XML_UNAVAILABLE = 4,
};

/// Verifies the enveloped signature of one element and writes the canonical bytes that it covers.
///
/// The element is the document's root if `child_name` is null, and otherwise the only child of the root with this name
/// and namespace. The signature is its only child `ds:Signature`, which has one reference: to the element, by the
/// attribute `ID`, whose value is `identifier`. No other attribute of the document is an identifier. Allowed are
/// enveloped-signature, exclusive canonicalization, SHA-256 to SHA-512, RSA (PKCS #1) and ECDSA. `KeyInfo` is not read.
///
/// @param document  the document in UTF-8, which the caller has checked for size and depth
/// @param key       the public key as SubjectPublicKeyInfo in DER
/// @param verified  receives the bytes that were hashed: the element without its signature
/// @param count     the size of `verified` in bytes; receives the number of bytes
int gatehouse_xml_verify(const uint8_t *document, size_t document_count, const char *child_namespace,
                         const char *child_name, const char *identifier, const uint8_t *key, size_t key_count,
                         uint8_t *verified, size_t *count);

/// The kinds of keys that certificates may have.
enum gatehouse_xml_key_kind { GATEHOUSE_XML_KEY_RSA = 1, GATEHOUSE_XML_KEY_EC = 2 };

/// Reads the public key of an X.509 certificate in DER: RSA, or EC on the curves P-256, P-384 and P-521.
///
/// Neither the certificate's own signature nor its validity is checked.
///
/// @param key    receives the key as SubjectPublicKeyInfo in DER
/// @param count  the size of `key` in bytes; receives the number of bytes
/// @param kind   receives a `gatehouse_xml_key_kind`
/// @param bits   receives the size of the key in bits
int gatehouse_xml_certificate_key(const uint8_t *certificate, size_t certificate_count, uint8_t *key, size_t *count,
                                  int *kind, int *bits);

/// Decrypts the encrypted assertion of a SAML response and writes its bytes.
///
/// The assertion is the only child `EncryptedAssertion` of the document's root, with one `EncryptedData`; its key is the
/// one `EncryptedKey`, which is in the `KeyInfo` of the data or beside the data. Allowed are AES-GCM, AES-CBC if
/// `allows_cbc` is not 0, and RSA-OAEP. References to other data are not followed.
///
/// @param document   the document in UTF-8, which the caller has checked for size and depth
/// @param key        the private RSA key in DER
/// @param plaintext  receives the decrypted bytes, which nothing has checked
/// @param count      the size of `plaintext` in bytes; receives the number of bytes
int gatehouse_xml_decrypt(const uint8_t *document, size_t document_count, const uint8_t *key, size_t key_count,
                          int allows_cbc, uint8_t *plaintext, size_t *count);

#endif
