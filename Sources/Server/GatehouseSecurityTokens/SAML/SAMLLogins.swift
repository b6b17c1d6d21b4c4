// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
package import GatehouseCore
package import GatehouseFederation
package import GatehouseWire

/// Verifies SAML responses as logins, with the registered providers of the account.
///
/// The same response proves a login as often as it is valid, because apps send it with each call.
package struct SAMLLogins: Sendable {
    let access: any AccessStore
    let metadata: SAMLMetadataCache
    let deployment: Deployment
    let clock: WallClock

    /// Verifies a response in Base64.
    /// - Throws: the reason for the refusal.
    package func verify(_ response: String, ofProvider arn: String) async throws(SAMLLoginRefusal) -> SAMLLogin {
        let provider = try await provider(arn)
        let expectation = SAMLExpectation(
            recipients: deployment.samlRecipients, audiences: deployment.samlAudiences, request: .any)
        do {
            let verifier = SAMLResponseVerifier(metadata: provider.metadata, expecting: expectation)
            return SAMLLogin(provider: provider, assertion: try verifier.verify(response, at: clock.now))
        } catch {
            throw .response(error)
        }
    }

    /// The registered provider with an ARN.
    private func provider(_ arn: String) async throws(SAMLLoginRefusal) -> TrustedSAMLProvider {
        let account = deployment.accountID
        guard let name = TrustedSAMLProvider.name(ofARN: arn, account: account) else {
            throw .unregisteredProvider(arn)
        }
        guard let entry = try await entry(name) else { throw .unregisteredProvider(arn) }
        do {
            let metadata = try metadata.metadata(ofProvider: arn, document: entry.metadata)
            return TrustedSAMLProvider(name: name, account: account, metadata: metadata)
        } catch {
            throw .unusableMetadata(arn)
        }
    }

    private func entry(_ name: String) async throws(SAMLLoginRefusal) -> SAMLProvider? {
        do {
            return try await ServiceFault.translating {
                try await access.read { try $0.entry(SAMLProvider.self, named: name) }
            }
        } catch {
            throw .failure(error)
        }
    }
}

/// The reason why a SAML response proves no login; each service has its own codes and texts for it.
package enum SAMLLoginRefusal: Error, Sendable, Equatable {
    /// The account does not have the provider with this ARN.
    case unregisteredProvider(String)
    /// The registered document of the provider with this ARN is not the metadata of a SAML provider.
    case unusableMetadata(String)
    case response(SAMLFault)
    /// The registry cannot be read.
    case failure(ServiceFault)
}

/// A verified assertion of a registered SAML provider, as a login.
package struct SAMLLogin: Sendable {
    package let provider: TrustedSAMLProvider
    package let assertion: SAMLAssertion

    /// The subject at the provider: the name with its qualifier.
    ///
    /// The qualifier has a fixed length, so two pairs never give the same text.
    package var subject: String { "\(provider.nameQualifier)/\(assertion.nameID)" }
}

extension SAMLLoginRefusal: RefusalReason {
    package var refusedBy: String {
        switch self {
        case .unregisteredProvider: "provider_not_registered"
        case .unusableMetadata: "saml_metadata"
        case .response(let fault): fault.refusedBy
        case .failure: "registry"
        }
    }

    package var attempt: RefusedAttempt {
        switch self {
        case .unregisteredProvider(let arn), .unusableMetadata(let arn): RefusedAttempt(resource: arn)
        case .response, .failure: RefusedAttempt()
        }
    }
}

extension SAMLSessionFault: RefusalReason {
    package var refusedBy: String { "saml_session_attributes" }
}

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
