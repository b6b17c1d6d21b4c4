// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// The reason why a SAML response is refused.
package enum SAMLFault: Error, Sendable, Equatable {
    /// The text is not Base64, or too long.
    case encoding
    /// The document is not read.
    case document(XMLReadingError)
    /// The document is not a response of SAML 2.0 with one assertion.
    case structure(SAMLStructureFlaw)
    /// The assertion is encrypted, and no key is configured, or the key does not decrypt it by an allowed method.
    case encryptedAssertion
    /// A signature is missing, has a form that is not allowed, or does not verify.
    case signature(SAMLSignatureFlaw)
    /// The issuer is another one than the metadata's entity.
    case foreignIssuer
    /// The provider reports a failed authentication.
    case unsuccessful
    /// A time limit of the assertion begins later.
    case notYetValid
    /// A time limit of the assertion has passed.
    case expired
    /// The `validUntil` of the provider's metadata has passed, so that its keys verify nothing.
    case expiredMetadata
    /// The audience is another service.
    case wrongAudience
    /// The response was sent to another address.
    case wrongDestination
    /// The subject's confirmation is for another address, or there is none for a bearer.
    case wrongRecipient
    /// The response answers another request than the expected one.
    case wrongRequest
    /// The assertion names no subject.
    case noSubject
}

/// The reason why a document is no response with one assertion.
package enum SAMLStructureFlaw: Sendable, Equatable {
    /// The root is another element than a response of SAML 2.0.
    case notResponse
    /// The document has no assertion, or more than one, anywhere.
    case assertionCount
    /// The assertion is not a child of the response.
    case misplacedAssertion
    /// A second response is below the root.
    case nestedResponse
    /// An identifier is missing or has a form that is not allowed.
    case badIdentifier
    /// Two attributes have the same identifier.
    case repeatedIdentifier
    /// A statement is missing, or one that must be alone occurs several times.
    case badStatement
    /// A condition of the assertion is not known.
    case unknownCondition
    /// A time is not in UTC or not a time.
    case badTime
}

/// The reason why a signature is not accepted.
package enum SAMLSignatureFlaw: Error, Sendable, Equatable {
    /// Neither the response nor its assertion is signed.
    case missing
    /// A signature is elsewhere than in the response or its assertion, or there are several in one of them.
    case misplaced
    /// A signature has other children than it must, or in another order.
    case badForm
    /// There is no reference, or more than one.
    case referenceCount
    /// The reference is to something else than the signed element: another identifier, a file or an address.
    case foreignReference
    /// The transforms are others than enveloped-signature and exclusive canonicalization.
    case badTransform
    /// The signature's, the digest's or the canonicalization's method is not allowed.
    case badMethod
    /// No key of the metadata verifies the signature.
    case notVerified
    /// The bytes that were hashed are not the signed element.
    case foreignContent
}

extension SAMLFault: RefusalReason {
    package var refusedBy: String {
        switch self {
        case .encoding, .document, .structure: "saml_form"
        case .encryptedAssertion: "saml_encryption"
        case .signature: "saml_signature"
        case .foreignIssuer: "saml_issuer"
        case .unsuccessful: "saml_status"
        case .notYetValid: "saml_not_yet_valid"
        case .expired: "saml_expired"
        case .expiredMetadata: "saml_metadata_expired"
        case .wrongAudience: "saml_audience"
        case .wrongDestination, .wrongRecipient: "saml_recipient"
        case .wrongRequest: "saml_request"
        case .noSubject: "saml_subject"
        }
    }
}
