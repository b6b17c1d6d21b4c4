// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseFederation

extension SAMLFault {
    /// The text for a client, as STS has it where it was observed; it contains nothing of the response.
    package var text: String {
        switch self {
        case .encoding: "Invalid base64 SAMLResponse"
        case .document, .structure: "Invalid SAML response"
        case .encryptedAssertion: "Encrypted assertions are not supported"
        case .signature: "Response signature invalid"
        case .foreignIssuer: "Issuer not present in specified provider"
        case .unsuccessful: "Response status is not Success"
        case .notYetValid: "Response is not yet valid"
        case .expired: "Response has expired"
        case .expiredMetadata: "The metadata of the specified provider has expired"
        case .wrongAudience: "Response does not contain the required audience."
        case .wrongDestination: "Response has another destination"
        case .wrongRecipient: "Response has no subject confirmation for this recipient"
        case .wrongRequest: "Response does not answer this request"
        case .noSubject: "Response does not contain a NameID"
        }
    }
}
