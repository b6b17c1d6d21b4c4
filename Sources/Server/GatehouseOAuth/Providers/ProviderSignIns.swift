// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseFederation
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The sign-ins that continue at identity providers: what their steps have in common.
package struct ProviderSignIns: Sendable {
    /// Asks providers of OpenID Connect and OAuth 2.0.
    let party: RelyingParty
    /// The metadata of SAML providers.
    let metadata: SAMLMetadataSource

    /// Creates the sign-ins; they ask no provider before the first one, and pass each failure of one to `report`.
    package init(
        fetch: any OutboundFetch, idTokens: OpenIDVerifier, clock: WallClock,
        report: @escaping @Sendable (ProviderFailure) -> Void = { _ in }
    ) {
        party = RelyingParty(fetch: fetch, idTokens: idTokens, clock: clock, report: report)
        metadata = SAMLMetadataSource(fetch: fetch, clock: clock, report: report)
    }
}

/// A provider of a pool with its details.
struct OpenedProvider: Sendable {
    let record: IdentityProviderRecord
    /// The details with their secrets.
    let details: [String: String]

    /// The name in the log, since providers of several pools can have the same name.
    var logName: String { "\(record.poolID)/\(record.name)" }

    /// Whether a detail that is a flag is set.
    func has(_ flag: String) -> Bool { details[flag] == "true" }

    /// The provider as the relying party knows it; `nil` for SAML.
    /// - Throws: `misconfigured` for details that are not complete.
    func upstream() throws(UpstreamFault) -> UpstreamProvider? {
        let kind: UpstreamProvider.Kind
        switch record.kind {
        case .saml: return nil
        case .oidc: kind = .oidc
        case .google: kind = .google
        case .facebook: kind = .facebook
        case .loginWithAmazon: kind = .amazon
        case .signInWithApple: kind = .apple
        }
        return try UpstreamProvider(
            kind, name: logName, details: details, mapping: Array(record.attributeMapping.values))
    }
}

extension HostedRequest {
    /// Returns a provider of the pool with its details; `nil` if there is none with this name.
    func provider(_ name: String) async throws(ServiceFault) -> OpenedProvider? {
        let record = try await service.records.read { [poolID = pool.id] store in
            try store.identityProvider(name, inPool: poolID)
        }
        guard let record else { return nil }
        return OpenedProvider(record: record, details: try service.pools.providerDetails.open(record))
    }

    /// The address to which a provider of OpenID Connect returns the browser.
    var providerReturnAddress: String { domain.canonicalURL + "/oauth2/idpresponse" }
    /// The address to which a SAML provider sends responses.
    var samlReturnAddress: String { domain.canonicalURL + "/saml2/idpresponse" }
    /// The name of the pool at SAML providers.
    var samlEntityID: String { "urn:amazon:cognito:sp:" + pool.id }

    /// Opens the state of a sign-in that this browser began; `nil` for another text.
    func providerState(_ text: String?) -> ProviderState? {
        ProviderState(
            unsealing: text, by: service.pools.sealer, inPool: pool.id, browser: cookies.value(.providerState),
            at: service.pools.forwardClock.now)
    }

    /// Spends an id that works once.
    /// - Returns: whether it was not spent before.
    func spend(_ id: SingleUseID) async throws(ServiceFault) -> Bool {
        try await service.records.write { try $0.spend(id) }
    }
}
