// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseCore
import GatehouseFederation
import GatehouseWire

/// Verifies SAML responses as logins, with the registered providers of the account.
///
/// The same response proves a login as often as it is valid, because apps send it with each call.
struct SAMLLogins: Sendable {
    let access: any AccessStore
    let metadata: SAMLMetadataCache
    let deployment: Deployment
    let clock: WallClock

    /// Verifies a response in Base64.
    /// - Throws: `NotAuthorizedException` with the reason; `InternalErrorException` when the store fails.
    func verify(_ response: String, ofProvider arn: String) async throws(ServiceFault) -> SAMLLogin {
        let provider = try await provider(arn)
        let expectation = SAMLExpectation(
            recipients: deployment.samlRecipients, audiences: deployment.samlAudiences, request: .any)
        do {
            let verifier = SAMLResponseVerifier(provider: provider, expecting: expectation)
            return SAMLLogin(provider: provider, assertion: try verifier.verify(response, at: clock.now))
        } catch {
            throw .invalidLogin(error)
        }
    }

    /// The registered provider with an ARN.
    private func provider(_ arn: String) async throws(ServiceFault) -> TrustedSAMLProvider {
        let account = deployment.accountID
        guard let name = TrustedSAMLProvider.name(ofARN: arn, account: account) else {
            throw .unregisteredProvider(arn)
        }
        let entry = try await ServiceFault.translating {
            try await access.read { try $0.entry(SAMLProvider.self, named: name) }
        }
        guard let entry else { throw .unregisteredProvider(arn) }
        do {
            let metadata = try metadata.metadata(ofProvider: arn, document: entry.metadata)
            return TrustedSAMLProvider(name: name, account: account, metadata: metadata)
        } catch {
            throw .unusableMetadata(arn)
        }
    }
}
