// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseWire

/// The caller in whose place a developer sends a request.
enum ConsoleCaller: Hashable {
    /// A user of a pool with a token of a kind.
    case user(name: String, pool: String?, token: Bearer.Use)
    /// A user who does not exist, in a group of the first pool.
    case member(group: String)
    /// The holder of a token of another issuer, by the claims.
    case claims(GraphQLObject)
    /// A guest of an identity pool.
    case guest
    /// A signed-in identity of an identity pool.
    case identity
    /// A caller that a function has let in.
    case function
    /// The holder of an API key.
    case apiKey
    /// An administrator, past all rules.
    case administrator
    /// A caller without credentials.
    case anonymous

    /// The names of the kinds, as the page sends them, in the order of its list.
    enum Kind: String, CaseIterable {
        case user, group, guest, identity, apiKey, claims, function, administrator, anonymous

        /// The mode that an API must accept for such a caller; `nil` for a caller that each API has.
        var mode: AuthorizationMode? {
            switch self {
            case .user, .group: .userPools
            case .guest, .identity: .iam
            case .apiKey: .apiKey
            case .claims: .oidc
            case .function: .function
            case .administrator, .anonymous: nil
            }
        }
    }

    /// The user name of the member of a group who does not exist.
    static let memberName = "member"

    /// Reads a caller of a request of the page.
    /// - Throws: `ConsoleProblem` for a caller that is not described completely.
    init(_ json: WireValue?) throws(ConsoleProblem) {
        guard let kind = json?["kind"]?.stringValue.flatMap(Kind.init) else {
            throw ConsoleProblem(
                "The caller needs a kind: \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        let name = json?["name"]?.stringValue ?? ""
        switch kind {
        case .user:
            guard !name.isEmpty else { throw ConsoleProblem("Write the name of the user.") }
            let use = json?["token"]?.stringValue ?? Bearer.Use.access.rawValue
            guard let token = Bearer.Use(rawValue: use) else {
                throw ConsoleProblem("The token is one of access and id.")
            }
            self = .user(name: name, pool: json?["pool"]?.stringValue, token: token)
        case .group:
            guard !name.isEmpty else { throw ConsoleProblem("Write the name of the group.") }
            self = .member(group: name)
        case .claims:
            guard let claims = GraphQLValue(json?["claims"] ?? .null).members else {
                throw ConsoleProblem("The claims of the token are an object in JSON.")
            }
            self = .claims(claims)
        case .guest: self = .guest
        case .identity: self = .identity
        case .function: self = .function
        case .apiKey: self = .apiKey
        case .administrator: self = .administrator
        case .anonymous: self = .anonymous
        }
    }

    /// The caller as the authentication of an API would find it, but for the fields that the policies of a role deny;
    /// `nil` for no caller.
    ///
    /// A guest and an identity have no pool here, and so no role with policies.
    /// - Throws: `ConsoleProblem` for an unknown user, or the error of the store.
    func caller(of api: StoredAPI, _ users: any ConsoleUsers, _ deployment: Deployment) async throws -> Caller? {
        switch self {
        case .user(let name, let pool, let token):
            let pool = pool ?? api.localPools.first ?? ""
            guard let user = try await users.user(name, inPool: pool) else {
                throw ConsoleProblem("The user pool has no user \(name).")
            }
            return .userPools(user.claims(of: token, issuer: deployment.issuer(ofUserPool: pool)))
        case .member(let group):
            let user = ConsoleUser(name: Self.memberName, attributes: ["sub": Self.memberName], groups: [group])
            let pool = api.localPools.first ?? ""
            return .userPools(user.claims(of: .access, issuer: deployment.issuer(ofUserPool: pool)))
        case .claims(let claims): return .oidc(claims)
        case .guest: return .iam(.unauthenticated)
        case .identity: return .iam(.authenticated)
        case .function: return .function()
        case .apiKey: return .apiKey
        case .administrator: return .iam(.administrator)
        case .anonymous: return nil
        }
    }
}

/// The reason for which the console cannot send a request, for the developer.
struct ConsoleProblem: Error, Hashable {
    let message: String

    init(_ message: String) { self.message = message }
}

extension StoredAPI {
    /// The ids of the user pools of this server whose tokens the API accepts.
    package var localPools: [String] { userPools.filter { $0.issuer == nil }.map(\.id) }
}

extension ConsoleUser {
    /// The claims that rules can ask for in a token of the user, without the changes of triggers.
    fileprivate func claims(of token: Bearer.Use, issuer: String) -> GraphQLObject {
        var claims: GraphQLObject = ["iss": .string(issuer), "token_use": .string(token.rawValue)]
        switch token {
        case .access:
            claims["sub"] = attributes["sub"].map { .string($0) }
            claims["username"] = .string(name)
        case .id:
            claims["cognito:username"] = .string(name)
            for (name, value) in attributes.sorted(by: { $0.key < $1.key }) { claims[name] = .string(value) }
        }
        if !groups.isEmpty { claims[Bearer.groupsClaim.text] = .list(groups.map { .string($0) }) }
        return claims
    }
}
