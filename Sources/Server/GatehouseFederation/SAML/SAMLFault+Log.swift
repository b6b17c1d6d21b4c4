// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

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
