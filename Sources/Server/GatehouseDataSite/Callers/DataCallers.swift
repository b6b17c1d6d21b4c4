// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCallers
package import GatehouseCore
import GatehouseData
package import GatehouseDataModel
import GatehouseGraphQL
package import GatehouseSecurityTokens
import GatehouseSites
import GatehouseText
import GatehouseWire

/// Authenticates the senders of requests by the modes that an API accepts.
package struct DataCallers: Sendable {
    /// The most bytes of a key or a token; longer ones are refused without a look.
    private static let longest = 16_384

    private let signers: CallerAuthentication
    private let authority: AccessAuthority
    private let deployment: Deployment
    private let bearers: BearerAuthentication
    private let keys: any DataAPIStore
    private let clock: WallClock

    /// Creates the authentication by keys of APIs, by signatures that `signers` verifies, and by tokens of this server's
    /// user pools.
    ///
    /// `authority` knows the roles and the policies of signers.
    package init(
        signers: CallerAuthentication, authority: AccessAuthority, deployment: Deployment, tokens: any BearerVerifier,
        keys: any DataAPIStore, clock: WallClock
    ) {
        self.signers = signers
        self.authority = authority
        self.deployment = deployment
        bearers = BearerAuthentication(tokens)
        self.keys = keys
        self.clock = clock
    }

    /// The sender of a request to an API.
    ///
    /// The first credentials that a mode of the API takes decide, in this order: a key, a signature, a token.
    /// - Throws: the refusal, with a status of 401 or 403 for credentials that are not accepted.
    func caller(_ credentials: DataCredentials, of api: StoredAPI) async throws(RequestRefusal) -> ProvenDataCaller {
        let modes = api.settings.modes
        if !credentials.apiKeys.isEmpty, modes.contains(.apiKey) {
            guard credentials.apiKeys.count == 1 else { throw .unauthorized(.notAuthorized) }
            return try await caller(withKey: credentials.apiKeys[0], of: api)
        }
        guard let value = credentials.authorizations.first else {
            throw .unauthorized(credentials.apiKeys.isEmpty ? .noHeader : .notAuthorized)
        }
        guard credentials.authorizations.count == 1 else { throw .unauthorized(.noValidHeader) }
        if value.utf8.starts(with: "AWS4-HMAC-SHA256".utf8) {
            guard modes.contains(.iam) else { throw .unauthorized(.notAuthorized) }
            return ProvenDataCaller(.iam(try await role(credentials.signedForms, of: api)))
        }
        guard modes.contains(.userPools) else { throw .unauthorized(.noValidHeader) }
        return try await caller(withToken: value, of: api)
    }

    // MARK: - Keys

    /// The store finds a key by a digest with a secret, so the time of the search says nothing about other keys.
    private func caller(withKey secret: String, of api: StoredAPI) async throws(RequestRefusal) -> ProvenDataCaller {
        guard (1...Self.longest).contains(secret.utf8.count) else { throw .unauthorized(.notAuthorized) }
        let key: StoredAPIKey?
        do {
            key = try await keys.read { [id = api.id] in try $0.key(secret, in: id) }
        } catch {
            throw .failure(error)
        }
        guard let key, key.expiresAt > clock.now else { throw .unauthorized(.notAuthorized) }
        return ProvenDataCaller(.apiKey, expiresAt: key.expiresAt)
    }

    // MARK: - Tokens

    private func caller(withToken value: String, of api: StoredAPI) async throws(RequestRefusal) -> ProvenDataCaller {
        guard value.utf8.count <= Self.longest else { throw .unauthorized(.noToken) }
        for pool in api.userPools {
            do throws(BearerRefusal) {
                let bearer = try await bearers.bearer(
                    inHeader: value,
                    accepting: AcceptedTokens(ofPool: pool.id, ofClients: Self.accepts(pool.clientExpression)))
                let claims = GraphQLValue(.object(bearer.claims)).members ?? [:]
                return ProvenDataCaller(.userPools(claims), expiresAt: bearer.expiresAt)
            } catch {
                // The token may be of another pool.
                if case .issuer = error { continue }
                throw Self.refusal(error)
            }
        }
        throw .unauthorized(.notAuthorized)
    }

    private static func refusal(_ reason: BearerRefusal) -> RequestRefusal {
        switch reason {
        case .missing: .unauthorized(.noHeader, cause: reason)
        case .form: .unauthorized(.noToken, cause: reason)
        case .expired: .unauthorized(.expired, cause: reason)
        case .failure(let fault): .failure(fault)
        case .signature, .issuer, .use, .audience, .inactive: .unauthorized(.notAuthorized, cause: reason)
        }
    }

    /// The rule for the clients of a pool; an expression that cannot be read accepts none.
    private static func accepts(_ expression: String?) -> @Sendable (String) -> Bool {
        guard let expression else { return { _ in true } }
        return { id in
            guard let pattern = try? Regex(expression) else { return false }
            return (try? pattern.wholeMatch(in: id)) != nil
        }
    }

    // MARK: - Signatures

    /// The role of the signer of one of the forms of a request.
    private func role(
        _ forms: [GatewayRequest], of api: StoredAPI
    ) async throws(RequestRefusal) -> Caller.IAMRole {
        var refusal = ServiceFault(.missingAuthenticationToken, "Missing Authentication Token")
        for (index, form) in forms.enumerated() {
            do throws(ServiceFault) {
                let claim = SignatureClaim(of: form)
                let principal = try await signers.principal(of: form, claim: claim, for: .appSync)
                try await check(principal, of: api, region: claim?.region, from: form.remoteAddress)
                return Caller.IAMRole(principal)
            } catch {
                if index == 0 { refusal = error }
                // Another form has another signature, and nothing else that could be accepted.
                guard (error.cause as? any RefusalReason)?.refusedBy == "signature" else { throw .signature(error) }
            }
        }
        throw .signature(refusal)
    }

    /// Checks that the role of a session still exists, and that no policy denies it the API.
    ///
    /// The rules of the schema admit callers, so a role needs no policy that permits the API.
    private func check(
        _ principal: Principal, of api: StoredAPI, region: String?, from address: String
    ) async throws(ServiceFault) {
        guard case .role(let session) = principal else { return }
        guard try await authority.exists(principal) else {
            throw ServiceFault(.accessDenied, "The role \(session.roleARN) does not exist.")
        }
        let region = region ?? deployment.defaultRegion
        try await authority.refuseDenied(
            "appsync:GraphQL", on: "arn:aws:appsync:\(region):\(deployment.accountID):apis/\(api.id)/*", to: principal,
            from: address, inRegion: region, tags: RequestTags { [:] })
    }
}

/// A caller whose credentials were verified.
struct ProvenDataCaller: Sendable {
    /// The caller for the rules of the API.
    let caller: Caller
    /// The time at which the credentials expire; `nil` for a signature, which proves a moment only.
    let expiresAt: Date?

    init(_ caller: Caller, expiresAt: Date? = nil) {
        self.caller = caller
        self.expiresAt = expiresAt
    }
}

extension Caller.IAMRole {
    /// The role of a signer.
    init(_ principal: Principal) {
        switch principal {
        case .anonymous: self = .other
        case .administrator: self = .administrator
        case .user(let user): self = user.isAdministrator ? .administrator : .other
        case .role(let session):
            guard session.identityPoolID != nil else {
                self = .other
                return
            }
            switch session.authenticationMethods.first {
            case "authenticated": self = .authenticated
            case "unauthenticated": self = .unauthenticated
            default: self = .other
            }
        }
    }
}

extension ServiceIdentity {
    /// The GraphQL endpoint as signers know it; it has no operations of a model here.
    static let appSync = ServiceIdentity(
        targetPrefix: nil, signingName: "appsync", form: .json, version: "2017-07-25", xmlNamespace: nil,
        validationCode: .validation)
}
