// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseData
import GatehouseGraphQL

/// A caller whose credentials were verified.
struct ProvenDataCaller: Sendable {
    /// The caller for the rules of the API.
    var caller: Caller
    /// The time at which the credentials expire; `nil` for a signature, whose key is looked up again.
    let expiresAt: Date?
    /// The holder of the key that has signed; `nil` for another mode.
    let signer: DataSigner?

    init(_ caller: Caller, expiresAt: Date? = nil, signer: DataSigner? = nil) {
        self.caller = caller
        self.expiresAt = expiresAt
        self.signer = signer
    }
}

/// The holder of the key of a verified signature.
struct DataSigner: Sendable {
    let principal: Principal
    let accessKeyID: String
    /// The session token of temporary credentials, a secret.
    let sessionToken: String?
    /// The address of the client, which conditions of policies compare.
    let address: String

    /// Whether an identity pool has given the credentials.
    var isOfIdentityPool: Bool {
        if case .role(let session) = principal { session.identityPoolID != nil } else { false }
    }
}

extension DataSigner: CustomStringConvertible, CustomReflectable {
    /// Contains the id of the key; never the session token.
    var description: String { "DataSigner(\(accessKeyID))" }
    var customMirror: Mirror { Mirror(self, children: ["accessKeyID": accessKeyID]) }
}

extension Caller.IAMRole {
    /// The role of a signer; the roles of one identity pool count, or those of all pools without one.
    init(_ principal: Principal, ofPool poolID: String? = nil) {
        switch principal {
        case .anonymous: self = .other
        case .administrator: self = .administrator
        case .user(let user): self = user.isAdministrator ? .administrator : .other
        case .role(let session):
            guard let id = session.identityPoolID, poolID == nil || poolID == id else {
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

extension Principal {
    /// What functions learn of a signer: the members of AppSync's identity, without the address.
    func attributes(arn: String) -> GraphQLObject {
        var attributes: GraphQLObject = ["userArn": .string(arn)]
        let parts = arn.split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false)
        if parts.count == 6 { attributes["accountId"] = .string(String(parts[4])) }
        switch self {
        case .anonymous: break
        case .administrator(let keyID): attributes["username"] = .string(keyID)
        case .user(let user): attributes["username"] = .string(user.id)
        case .role(let session):
            attributes["username"] = .string("\(session.roleID):\(session.name)")
            guard let pool = session.identityPoolID else { break }
            let providers = session.authenticationMethods.dropFirst().map { "\"\($0)\"" }
            attributes["cognitoIdentityPoolId"] = .string(pool)
            attributes["cognitoIdentityId"] = session.identityID.map { .string($0) }
            attributes["cognitoIdentityAuthType"] = session.authenticationMethods.first.map { .string($0) }
            attributes["cognitoIdentityAuthProvider"] =
                providers.isEmpty ? .null : .string(providers.joined(separator: ","))
        }
        return attributes
    }
}
