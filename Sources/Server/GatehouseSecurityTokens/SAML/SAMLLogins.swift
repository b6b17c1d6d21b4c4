// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseCore
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
