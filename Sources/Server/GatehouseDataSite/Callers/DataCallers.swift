// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCallers
package import GatehouseCore
package import GatehouseCrypto
import GatehouseData
import GatehouseDataModel
package import GatehouseDataStores
package import GatehouseFederation
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
    private let issuers: IssuerTokens
    private let permissions: FieldPermissions
    private let authorizer: FunctionAuthorizer
    private let expressions = ClientExpressions()
    private let keys: any DataAPIStore
    private let clock: WallClock

    /// Creates the authentication by keys of APIs, signatures, tokens and functions.
    ///
    /// `signers` verifies signatures, `tokens` the tokens of this server's user pools, `issuers` tokens of other issuers.
    /// `authority` knows the policies of signers.
    package init(
        signers: CallerAuthentication, tokens: any BearerVerifier, issuers: OpenIDVerifier,
        authority: AccessAuthority, functions: any TriggerCaller, keys: any DataAPIStore, deployment: Deployment,
        clock: WallClock, entropy: Entropy
    ) {
        self.signers = signers
        self.authority = authority
        self.deployment = deployment
        bearers = BearerAuthentication(tokens)
        self.issuers = IssuerTokens(
            verifier: issuers, expressions: expressions, deployment: deployment, clock: clock)
        permissions = FieldPermissions(authority: authority, deployment: deployment)
        authorizer = FunctionAuthorizer(
            functions, expressions: expressions, deployment: deployment, clock: clock, entropy: entropy)
        self.keys = keys
        self.clock = clock
    }

    /// The sender of a request to an API.
    ///
    /// The first credentials that a mode of the API takes decide, in this order: a key, a signature, a token of an
    /// issuer that the API has, any other token. A function that decides about the caller receives `request`.
    /// - Throws: the refusal, with a status of 401 or 403 for credentials that are not accepted.
    func caller(
        _ credentials: DataCredentials, of api: StoredAPI, sending request: @autoclosure () -> DataRequest? = nil
    ) async throws(RequestRefusal) -> ProvenDataCaller {
        let modes = api.settings.modes
        if !credentials.apiKeys.isEmpty, modes.contains(.apiKey) {
            guard credentials.apiKeys.count == 1 else {
                throw .unauthorized(.notAuthorized, cause: RefusedCredentials.several)
            }
            return try await caller(withKey: credentials.apiKeys[0], of: api)
        }
        guard let value = credentials.authorizations.first else {
            guard credentials.apiKeys.isEmpty else {
                throw .unauthorized(.notAuthorized, cause: RefusedCredentials.mode)
            }
            throw .unauthorized(.noHeader, cause: RefusedCredentials.missing)
        }
        guard credentials.authorizations.count == 1 else {
            throw .unauthorized(.noValidHeader, cause: RefusedCredentials.several)
        }
        if value.utf8.starts(with: "AWS4-HMAC-SHA256".utf8) {
            guard modes.contains(.iam) else {
                throw .unauthorized(.notAuthorized, cause: RefusedCredentials.mode)
            }
            let signer = try await signer(credentials.signedForms, of: api)
            return caller(ofSigner: signer, for: api)
        }
        guard modes.contains(where: Self.modesOfTokens.contains) else {
            throw .unauthorized(.noValidHeader, cause: RefusedCredentials.mode)
        }
        let refusal: RequestRefusal
        switch try await outcome(ofToken: value, of: api) {
        case .success(let caller): return caller
        case .failure(let other): refusal = other
        }
        guard modes.contains(.function), let source = api.authorizer, !value.isEmpty,
            value.utf8.count <= Self.longest
        else { throw refusal }
        return try await authorizer.caller(value, source, of: api, sending: request())
    }

    /// The modes in which a caller shows a token.
    private static let modesOfTokens: Set<AuthorizationMode> = [.userPools, .oidc, .function]

    /// The caller with the fields that policies deny to it; they are looked up for signers alone.
    /// - Throws: the refusal of a request whose policies cannot be read.
    func permitted(
        _ proven: ProvenDataCaller, toUse fields: @autoclosure () -> Set<String>, ofAPI id: String
    ) async throws(RequestRefusal) -> ProvenDataCaller {
        guard let signer = proven.signer, !proven.caller.isAdministrator else { return proven }
        var proven = proven
        proven.caller.deniedFields = try await permissions.denied(fields(), ofAPI: id, to: signer)
        return proven
    }

    /// The caller of earlier credentials as it is now: a token may have been revoked, a key deleted, a group left.
    ///
    /// A signature is not verified again, because it proves the moment of its request only; its key is looked up.
    /// - Throws: the refusal of credentials that are no longer accepted.
    func standing(
        _ proven: ProvenDataCaller, _ credentials: DataCredentials, of api: StoredAPI
    ) async throws(RequestRefusal) -> ProvenDataCaller {
        // A function has let the subscription in; it is not asked about what it has answered.
        if proven.caller.mode == .function { return proven }
        guard let signer = proven.signer else { return try await caller(credentials, of: api) }
        do throws(ServiceFault) {
            let principal = try await signers.principal(
                stillHolding: signer.accessKeyID, sessionToken: signer.sessionToken)
            try await check(principal, of: api, from: signer.address)
            let now = DataSigner(
                principal: principal, accessKeyID: signer.accessKeyID, sessionToken: signer.sessionToken,
                address: signer.address)
            return caller(ofSigner: now, for: api)
        } catch {
            throw .signature(error)
        }
    }

    // MARK: - Keys

    /// The store finds a key by a digest with a secret, so the time of the search says nothing about other keys.
    private func caller(withKey secret: String, of api: StoredAPI) async throws(RequestRefusal) -> ProvenDataCaller {
        guard (1...Self.longest).contains(secret.utf8.count) else {
            throw .unauthorized(.notAuthorized, cause: RefusedCredentials.keyUnknown)
        }
        let key: StoredAPIKey?
        do {
            key = try await keys.read { [id = api.id] in try $0.key(secret, in: id) }
        } catch {
            throw .failure(error)
        }
        guard let key else { throw .unauthorized(.notAuthorized, cause: RefusedCredentials.keyUnknown) }
        guard key.expiresAt > clock.now else {
            throw .unauthorized(.notAuthorized, cause: RefusedCredentials.keyExpired)
        }
        return ProvenDataCaller(.apiKey, expiresAt: key.expiresAt)
    }

    // MARK: - Tokens

    /// The caller of a token of an issuer that the API has; a failure for a token of no such issuer.
    /// - Throws: the refusal of a token of an issuer that the API has.
    private func outcome(
        ofToken value: String, of api: StoredAPI
    ) async throws(RequestRefusal) -> Result<ProvenDataCaller, RequestRefusal> {
        guard value.utf8.count <= Self.longest else { return .failure(.unauthorized(.noToken)) }
        guard let token = BearerAuthentication.token(inHeader: value) else {
            return .failure(.unauthorized(.noHeader))
        }
        if let caller = try await issuers.caller(token, of: api) { return .success(caller) }
        guard api.settings.modes.contains(.userPools) else { return .failure(Self.unknownIssuer(of: token)) }
        for pool in api.userPools where pool.issuer == nil {
            do throws(BearerRefusal) {
                let bearer = try await bearers.bearer(
                    inHeader: value,
                    accepting: AcceptedTokens(
                        ofPool: pool.id, ofClients: expressions[pool.clientExpression].accepts))
                return .success(ProvenDataCaller(.userPools(Self.claims(of: bearer)), expiresAt: bearer.expiresAt))
            } catch {
                switch error {
                // The token may be of another pool.
                case .issuer: continue
                case .form: return .failure(Self.refusal(error))
                default: throw Self.refusal(error)
                }
            }
        }
        return .failure(Self.unknownIssuer(of: token))
    }

    private static func unknownIssuer(of token: String) -> RequestRefusal {
        OpenIDVerifier.claimedIssuer(of: token) == nil
            ? .unauthorized(.noToken, cause: BearerRefusal.form)
            : .unauthorized(.notAuthorized, cause: BearerRefusal.issuer)
    }

    /// The claims of a token, with those groups alone in which the user still is.
    private static func claims(of bearer: Bearer) -> GraphQLObject {
        var claims = bearer.claims
        if claims[Bearer.groupsClaim] != nil {
            claims[Bearer.groupsClaim] = .array(bearer.heldGroups.map { .string($0) })
        }
        return GraphQLValue(.object(claims)).members ?? [:]
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

    // MARK: - Signatures

    private func caller(ofSigner signer: DataSigner, for api: StoredAPI) -> ProvenDataCaller {
        var caller = Caller.iam(Caller.IAMRole(signer.principal, ofPool: api.identityPoolID))
        caller.attributes = signer.principal.attributes(arn: authority.arn(of: signer.principal))
        return ProvenDataCaller(caller, signer: signer)
    }

    /// The signer of one of the forms of a request, which must be signed for the region of this server.
    private func signer(
        _ forms: [GatewayRequest], of api: StoredAPI
    ) async throws(RequestRefusal) -> DataSigner {
        var refusal = ServiceFault(.missingAuthenticationToken, "Missing Authentication Token")
        for (index, form) in forms.enumerated() {
            do throws(ServiceFault) {
                let claim = SignatureClaim(of: form)
                let principal = try await signers.principal(
                    of: form, claim: claim, for: .appSync, inRegion: deployment.defaultRegion)
                try await check(principal, of: api, from: form.remoteAddress)
                let authorization = try? claim?.authorization()
                return DataSigner(
                    principal: principal, accessKeyID: authorization?.accessKeyID ?? "",
                    sessionToken: authorization?.sessionToken, address: form.remoteAddress)
            } catch {
                if index == 0 { refusal = error }
                // Another form has another signature, and nothing else that could be accepted.
                guard (error.cause as? any RefusalReason)?.refusedBy == "signature" else { throw .signature(error) }
            }
        }
        throw .signature(refusal)
    }

    /// Checks that the role of a session still exists, and that no policy denies it the whole API.
    private func check(
        _ principal: Principal, of api: StoredAPI, from address: String
    ) async throws(ServiceFault) {
        guard case .role(let session) = principal else { return }
        guard try await authority.exists(principal) else {
            throw ServiceFault(.accessDenied, "The role \(session.roleARN) does not exist.")
        }
        try await authority.refuseDenied(
            "appsync:GraphQL", on: deployment.dataAPIARN(api.id) + "/*", to: principal, from: address,
            inRegion: deployment.defaultRegion, tags: RequestTags { [:] })
    }
}

extension ServiceIdentity {
    /// The GraphQL endpoint as signers know it; it has no operations of a model here.
    static let appSync = ServiceIdentity(
        targetPrefix: nil, signingName: "appsync", form: .json, version: "2017-07-25", xmlNamespace: nil,
        validationCode: .validation)
}
