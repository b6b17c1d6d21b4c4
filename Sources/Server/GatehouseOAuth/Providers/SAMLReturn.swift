// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseCrypto
import GatehouseFederation
import GatehouseServerCrypto
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

extension ProviderSignIns {
    /// `/saml2/idpresponse`: the response of a SAML provider, which the browser posts from the provider's page.
    ///
    /// `RelayState` is the state of a sign-in that this browser began, or, for a sign-in that begins at the provider, an
    /// authorization request in the form that Cognito defines.
    func finishSAML(_ request: HostedRequest) async -> PageReply {
        let relay = request.form.value("RelayState")
        guard let response = request.form.value("SAMLResponse") else { return request.unusableSAML(clientID: nil) }
        guard let state = request.providerState(relay) else {
            guard let relay, relay.contains("client_id=") else { return request.unusableSAML(clientID: nil) }
            return await finishAtProvider(response, relay, in: request)
        }
        return await request.resume(state.query) { authorize throws(ServiceFault) in
            guard try await request.spend(state.singleUseID) else {
                return request.reply(.page(.expired, clientID: authorize.client.id))
            }
            guard authorize.provider == .named(state.provider),
                let provider = try await request.provider(state.provider), provider.record.kind == .saml
            else { return request.refuseUnknownProvider(authorize, state.provider) }
            return try await self.signIn(
                response, from: provider, answering: .identified(state.requestID), authorize, query: state.query,
                in: request)
        }
    }

    /// Finishes a sign-in that began at the provider: only for providers that allow it, and for clients that have no
    /// other kind of provider.
    private func finishAtProvider(
        _ response: String, _ relay: String, in request: HostedRequest
    ) async -> PageReply {
        await request.resume(relay) { authorize throws(ServiceFault) in
            guard case .named(let name)? = authorize.provider, let provider = try await request.provider(name),
                provider.record.kind == .saml, provider.has("IDPInit"),
                try await request.hasSAMLAlone(authorize.client)
            else { return request.unusableSAML(clientID: authorize.client.id) }
            return try await self.signIn(
                response, from: provider, answering: .none, authorize, query: relay, in: request)
        }
    }

    private func signIn(
        _ response: String, from provider: OpenedProvider, answering expected: SAMLExpectation.Request,
        _ authorize: AuthorizeRequest, query: String, in request: HostedRequest
    ) async throws(ServiceFault) -> PageReply {
        let metadata: SAMLMetadata
        do throws(UpstreamFault) {
            metadata = try await self.metadata.metadata(provider.details, ofProvider: provider.logName)
        } catch {
            return request.refuse(authorize, error, of: provider.record.name)
        }
        switch try await accepted(response, from: provider, metadata, answering: expected, in: request) {
        case .success(let assertion):
            return try await request.signIn(
                FederatedPerson(provider: provider.record, assertion), proving: .plain, for: authorize, query: query)
        case .failure(let reason):
            return request.unusableSAML(clientID: authorize.client.id, because: reason)
        }
    }

    /// Verifies a response, and spends its assertion.
    private func accepted(
        _ response: String, from provider: OpenedProvider, _ metadata: SAMLMetadata,
        answering expected: SAMLExpectation.Request, in request: HostedRequest
    ) async throws(ServiceFault) -> Result<SAMLAssertion, RefusedProvider> {
        let pools = request.service.pools
        let key: RSASigningKey? =
            if provider.has("EncryptedResponses") {
                try await SAMLKeys(pools).key(.encryption, ofPool: request.pool.id)
            } else {
                nil
            }
        let verifier = SAMLResponseVerifier(
            metadata: metadata,
            expecting: SAMLExpectation(
                recipients: [request.samlReturnAddress], audiences: [request.samlEntityID], request: expected),
            decryptingBy: key)
        let now = pools.clock.now
        let verified = try await pools.computation.run { () -> Result<SAMLAssertion, SAMLFault> in
            Result { () throws(SAMLFault) in try verifier.verify(response, at: now) }
        }
        func refused(_ reason: RefusedProvider.Reason) -> Result<SAMLAssertion, RefusedProvider> {
            .failure(RefusedProvider(provider.record.name, inPool: request.pool.id, reason))
        }
        switch verified {
        case .failure(let fault): return refused(.response(fault))
        // A provider that got another entity id since the registration is another one.
        case .success(let assertion) where provider.record.issuer.map({ $0 != assertion.issuer }) ?? false:
            return refused(.response(.foreignIssuer))
        case .success(let assertion):
            let id = assertion.singleUseID(in: request.pool, at: now, by: pools.forwardClock.now)
            return try await request.spend(id) ? .success(assertion) : refused(.usedAssertion)
        }
    }
}

extension SAMLAssertion {
    /// The id under which an assertion is accepted once, as long as it is valid.
    fileprivate func singleUseID(in pool: UserPoolRecord, at now: Date, by forward: Date) -> SingleUseID {
        let digest = sha256(Array("\(pool.id)\n\(issuer)\n\(id)".utf8))
        let rest = max(0, acceptedUntil.timeIntervalSince(now)) + 60
        return SingleUseID(id: "saml " + Hex.encode(digest), expiresAt: forward.addingTimeInterval(rest))
    }
}

extension FederatedPerson {
    /// The person that a SAML provider has authenticated.
    fileprivate init(provider: IdentityProviderRecord, _ assertion: SAMLAssertion) {
        let pairs = assertion.attributes.map { name, values in
            (WireName(name), values.count == 1 ? WireValue.string(values[0]) : .array(values.map(WireValue.string)))
        }
        let claims = Dictionary(pairs) { $1 }
        self.init(
            provider: provider, subject: assertion.nameID, claims: claims,
            document: ["samlResponse": .object(claims)], session: assertion.session.stored)
    }
}

extension HostedRequest {
    /// The page for a response that cannot be used.
    fileprivate func unusableSAML(clientID: String?, because reason: (any RefusalReason)? = nil) -> PageReply {
        reply(.page(.invalidSAML, clientID: clientID), because: reason)
    }

    /// Whether all providers of a client are SAML providers.
    fileprivate func hasSAMLAlone(_ client: AppClientRecord) async throws(ServiceFault) -> Bool {
        let names = client.hostedProviders
        return try await service.records.read { [poolID = pool.id] store in
            try names.allSatisfy { try store.identityProvider($0, inPool: poolID)?.kind == .saml }
        }
    }
}
