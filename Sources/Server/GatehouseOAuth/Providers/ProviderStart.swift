// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
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
    /// Sends the browser to the provider that an authorization request names.
    ///
    /// `query` is the query of the request, which is verified again when the browser returns. The sign-in begins at the
    /// canonical address of the domain, since the provider returns the browser there, with that address's cookies.
    func begin(
        _ authorize: AuthorizeRequest, at name: String, query: String, in request: HostedRequest
    ) async -> PageReply {
        do throws(ServiceFault) {
            guard query.utf8.count <= ProviderState.maximumQuery else {
                return request.refuse(authorize, .invalidRequest, "the request is too long")
            }
            guard request.domain.isCanonical else {
                return PageReply(.redirect(to: request.domain.canonicalURL + "/oauth2/authorize?" + query, .found))
            }
            guard let provider = try await request.provider(name) else {
                return request.refuseUnknownProvider(authorize, name)
            }
            let pools = request.service.pools
            let state = ProviderState(name, query: query, entropy: pools.entropy, at: pools.forwardClock.now)
            let browser = request.cookies.value(.providerState) ?? Base64URL.encode(pools.entropy.bytes(32))
            let sealed = state.sealed(by: pools.sealer, inPool: request.pool.id, browser: browser)
            do throws(UpstreamFault) {
                var reply = PageReply(
                    .redirect(
                        to: try await address(
                            of: provider, state, sealed: sealed, for: authorize, in: request), .found))
                if let cookie = request.cookies.setting(
                    .providerState, browser, maximumAge: Int(ProviderState.lifetime))
                {
                    reply.response.set(cookie)
                }
                return reply
            } catch {
                return request.refuse(authorize, error, of: name)
            }
        } catch {
            return request.refuse(authorize, error)
        }
    }

    /// The address of the provider with the request.
    private func address(
        of provider: OpenedProvider, _ state: ProviderState, sealed: String, for authorize: AuthorizeRequest,
        in request: HostedRequest
    ) async throws(UpstreamFault) -> String {
        if let upstream = try provider.upstream() {
            return upstream.authorizationURL(
                UpstreamProvider.Authorization(
                    redirectURI: request.providerReturnAddress, state: sealed, nonce: state.nonce,
                    verifier: state.verifier, hints: authorize.hints(at: provider.record)))
        }
        guard let destination = provider.details["SSORedirectBindingURI"] else { throw .misconfigured }
        let message = SAMLAuthnRequest(
            id: state.requestID, issuer: request.samlEntityID, destination: destination,
            recipient: request.samlReturnAddress, issuedAt: request.service.pools.clock.now,
            forcesAuthentication: authorize.prompts.contains(.login) || authorize.maximumAge != nil)
        return try await Self.address(
            of: SAMLRedirect(to: destination, message.document, relayState: sealed),
            isSigned: provider.details["RequestSigningAlgorithm"] != nil, in: request)
    }

    /// The address of a message to a SAML provider.
    static func address(
        of message: SAMLRedirect, isSigned: Bool, in request: HostedRequest
    ) async throws(UpstreamFault) -> String {
        do {
            let key: RSASigningKey? =
                if isSigned {
                    try await SAMLKeys(request.service.pools).key(.signing, ofPool: request.pool.id)
                } else {
                    nil
                }
            return try await request.service.pools.computation.run {
                try message.address(signedBy: key, SwiftCryptoRSASigner())
            }
        } catch {
            throw .misconfigured
        }
    }
}

extension AuthorizeRequest {
    /// The parameters that providers of OpenID Connect get as well.
    ///
    /// The levels have the names that the provider has for them; levels without one are left out.
    fileprivate func hints(at provider: IdentityProviderRecord) -> [(name: String, value: String)] {
        var hints: [(name: String, value: String)] = []
        let prompts = prompts.filter { $0 != .none }.map(\.rawValue).sorted()
        if !prompts.isEmpty { hints.append(("prompt", prompts.joined(separator: " "))) }
        if let loginHint { hints.append(("login_hint", loginHint)) }
        if let maximumAge { hints.append(("max_age", String(maximumAge))) }
        let contexts = provider.contexts(for: levels)
        if !contexts.isEmpty { hints.append(("acr_values", contexts.joined(separator: " "))) }
        return hints
    }
}

extension HostedDomain {
    /// Whether the place of the request is the one of the domain's canonical address.
    var isCanonical: Bool {
        switch host {
        case let host?: canonicalURL == "https://\(host.description)" || canonicalURL == "http://\(host.description)"
        case nil: canonicalURL == baseOrigin + basePath
        }
    }
}

extension HostedRequest {
    /// Refuses an authorization request at its redirect URI; `reason` is for the log only.
    func refuse(
        _ authorize: AuthorizeRequest, _ error: OAuthError, _ description: String?,
        because reason: (any RefusalReason)? = nil
    ) -> PageReply {
        reply(.redirect(authorize.refusal(error, description)), because: reason)
    }

    /// Refuses an authorization request because a sign-in at a provider failed.
    func refuse(_ authorize: AuthorizeRequest, _ fault: UpstreamFault, of provider: String) -> PageReply {
        refuse(
            authorize, .invalidRequest, fault.text(of: provider),
            because: RefusedProvider(provider, inPool: pool.id, .upstream(fault)))
    }

    /// Refuses an authorization request whose provider the pool does not have, or that is of another kind.
    func refuseUnknownProvider(_ authorize: AuthorizeRequest, _ name: String) -> PageReply {
        refuse(
            authorize, .invalidRequest, "identity_provider does not exist",
            because: RefusedProvider(name, inPool: pool.id, .unknown))
    }

    /// Refuses an authorization request because of a fault; those of a person's attributes and of triggers show their
    /// text.
    func refuse(_ authorize: AuthorizeRequest, _ fault: ServiceFault) -> PageReply {
        switch fault.code {
        case .invalidParameter, .usernameExists, .aliasExists, .userLambdaValidation, .unexpectedLambda,
            .invalidLambdaResponse:
            reply(authorize.refusal(.invalidRequest, fault.message), for: fault)
        default: reply(authorize.refusal(fault), for: fault)
        }
    }
}
