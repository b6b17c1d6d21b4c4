// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseFederation
import GatehousePages
import GatehouseSignIn
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

extension ProviderSignIns {
    /// `/oauth2/idpresponse`: the browser returns from a provider of OpenID Connect or OAuth 2.0.
    ///
    /// The state protects the request: it belongs to this browser and works once. Apple's form comes from another site,
    /// so it can have no token of a page.
    func finish(_ request: HostedRequest) async -> PageReply {
        let answer = request.call.request.method == "POST" ? request.form : request.parameters
        guard let state = request.providerState(answer.value("state")) else {
            return request.reply(.page(.expired, clientID: nil))
        }
        return await request.resume(state.query) { authorize throws(ServiceFault) in
            guard try await request.spend(state.singleUseID) else {
                return request.reply(.page(.expired, clientID: authorize.client.id))
            }
            guard authorize.provider == .named(state.provider),
                let provider = try await request.provider(state.provider)
            else { return request.refuseUnknownProvider(authorize, state.provider) }
            if let code = answer.value("error") {
                return request.refuse(
                    authorize, provider.error(code), provider.text(ofError: code),
                    because: RefusedProvider(state.provider, inPool: request.pool.id, .error))
            }
            let person: UpstreamPerson
            do throws(UpstreamFault) {
                person = try await self.person(provider, answer, state, in: request)
            } catch {
                return request.refuse(authorize, error, of: state.provider)
            }
            return try await request.signIn(
                FederatedPerson(provider: provider.record, person),
                proving: ProviderProof(person, at: provider.record), for: authorize, query: state.query)
        }
    }

    private func person(
        _ provider: OpenedProvider, _ answer: FormParameters, _ state: ProviderState, in request: HostedRequest
    ) async throws(UpstreamFault) -> UpstreamPerson {
        // A sign-in that began at a SAML provider does not end with a code.
        guard let upstream = try provider.upstream(), let code = answer.value("code") else { throw .malformedAnswer }
        return try await party.person(
            RelyingParty.Response(
                code: code, redirectURI: request.providerReturnAddress, verifier: state.verifier, nonce: state.nonce,
                issuer: answer.value("iss"), user: answer.value("user")),
            at: upstream)
    }
}

extension OpenedProvider {
    /// The error for the app after an error of the provider.
    fileprivate func error(_ code: String) -> OAuthError {
        code == "access_denied" ? .accessDenied : .invalidRequest
    }

    /// The text for an error of the provider: its code, if it has the form of one.
    fileprivate func text(ofError code: String) -> String {
        let isWord = code.utf8.count <= 64 && code.utf8.allSatisfy { 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "_") }
        return "\(record.name) Error - \(isWord ? code : "unknown error")"
    }
}

extension FederatedPerson {
    /// The person that a provider of OpenID Connect or OAuth 2.0 has authenticated.
    fileprivate init(provider: IdentityProviderRecord, _ person: UpstreamPerson) {
        var tokens: [WireName: WireValue] = ["access_token": .string(person.accessToken)]
        tokens["id_token"] = person.idToken.map(WireValue.string)
        self.init(
            provider: provider, subject: person.subject, claims: person.claims, spoken: person.spoken, tokens: tokens,
            document: [
                "tokenResponse": person.tokenResponse, "idToken": person.idTokenClaims.map(WireValue.object) ?? .null,
                "userInfo": person.userInfo.map(WireValue.object) ?? .null,
            ])
    }
}

extension HostedRequest {
    /// Verifies again the authorization request with which a sign-in began, and continues with it.
    func resume(
        _ query: String, _ body: (AuthorizeRequest) async throws(ServiceFault) -> PageReply
    ) async -> PageReply {
        let authorize: AuthorizeRequest
        do throws(AuthorizeRefusal) {
            guard let parameters = try? FormParameters(query) else {
                throw .page(.invalidRequest, clientID: nil)
            }
            authorize = try await authorizeRequest(parameters)
        } catch {
            return reply(error)
        }
        do throws(ServiceFault) {
            return try await body(authorize)
        } catch {
            return refuse(authorize, error)
        }
    }

    /// Signs a person in, begins a session with a new cookie, and returns to the authorization endpoint, which issues the
    /// code, or to the page that led to the sign-in.
    ///
    /// A request with levels, none of which the provider's authentication has, is refused before the sign-in, and so is
    /// one with `max_age` if a provider of OpenID Connect does not prove that the authentication is recent.
    func signIn(
        _ person: FederatedPerson, proving proof: ProviderProof, for authorize: AuthorizeRequest, query: String
    ) async throws(ServiceFault) -> PageReply {
        let hasLevels = !authorize.levels.isEmpty
        guard !hasLevels || authorize.levels.contains(where: { $0 <= proof.level }) else {
            return refuse(
                authorize, .unmetRequirements, "\(person.provider.name) Error - no level of acr_values was reached")
        }
        if let age = authorize.maximumAge, person.provider.kind == .oidc,
            !proof.isRecent(age, at: service.pools.clock.now)
        {
            return refuse(authorize, .loginRequired, "\(person.provider.name) Error - max_age was not met")
        }
        let signedIn = try await service.signIn(person, clientID: authorize.client.id)
        let parameters = try? FormParameters(query)
        guard let parameters,
            await expectedUser(of: authorize.client, in: parameters).includes(signedIn.user.sub)
        else { return refuseOtherUser(authorize) }
        let session = try await service.beginBrowserSession(
            HostedAuthentication(
                user: signedIn.user,
                signIn: CompletedSignIn(
                    eventID: signedIn.eventID, methods: proof.methods,
                    levelName: hasLevels || pool.namesLevels ? pool.name(of: proof.level) : nil,
                    provedAt: signedIn.authTime, authTime: signedIn.authTime),
                provider: person.provider.name,
                providerSession: person.session),
            inPool: pool.id, for: authorize.client, replacing: cookies.value(.session))
        let location = path(
            PasskeyPages.destination(of: parameters).rawValue, query: query.query(without: Self.fulfilled))
        var reply = PageReply(.redirect(to: location, .seeOther))
        try keep(session, in: &reply)
        return reply
    }

    /// The parameters that a sign-in at a provider fulfils, or that would demand another sign-in.
    private static let fulfilled: Set<String> = ["prompt", "max_age", "login_hint", "id_token_hint"]
}
