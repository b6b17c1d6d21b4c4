// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseIdentityPools
import GatehouseSecurityTokens
import GatehouseWire

/// A change, a description or a list of the registry, for `gatehouse iam`.
package enum AccessCommand: Sendable {
    /// The kinds of entries on the command line.
    package enum Kind: String, CaseIterable, Sendable {
        case role
        case user
        case policy
        case openIDProvider = "oidc-provider"
        case samlProvider = "saml-provider"
        case key

        var entry: AccessKind? { AccessKind(rawValue: rawValue) }
    }

    /// The form in which an entry is shown.
    package enum Form: Sendable {
        /// As the operations of IAM that get it.
        case details
        /// As the file with the document that `create` and `update` take.
        case document
    }

    /// Creates an entry from the file with its document; a key for the user with this name.
    case create(Kind, name: String, file: String?, clientIDs: [String])
    /// Replaces the document of an entry, or the clients of an OpenID Connect provider.
    case update(Kind, name: String, file: String?, clientIDs: [String])
    /// Describes an entry.
    case show(Kind, name: String, Form)
    /// Lists the entries of a kind; the keys of the user with this name.
    case list(Kind, user: String?)
    case delete(Kind, name: String)

    /// Runs the command, beside a server or not.
    /// - Returns: the lines of its output.
    /// - Throws: `StartupRefusal` with the corrective action.
    package func run(on process: ServerProcess) async throws -> [String] {
        try await process.maintain { installation in
            let registry = installation.securityTokens.registry
            do {
                switch self {
                case .create(let kind, let name, let file, let clientIDs):
                    let lines = try await Self.create(kind, name, file, clientIDs, in: registry)
                    return try await lines + (kind == .role ? Self.unregistered(installation.identityPools) : [])
                case .update(let kind, let name, let file, let clientIDs):
                    return [try await Self.update(kind, name, file, clientIDs, in: registry)]
                case .show(let kind, let name, let form):
                    return [
                        try await Self.shown(
                            kind, name, form, in: registry, account: installation.deployment.accountID)
                    ]
                case .list(let kind, let user): return try await Self.list(kind, user, in: registry)
                case .delete(let kind, let name):
                    if let entry = kind.entry {
                        try await registry.delete(entry, named: name)
                    } else {
                        try await registry.deleteKey(name)
                    }
                    return ["\(name) is deleted."]
                }
            } catch let refusal as AccessRegistryRefusal {
                throw StartupRefusal(.usage, refusal.description)
            } catch let flaw as AccessFlaw {
                // A flaw of the name has no place in the document.
                throw StartupRefusal(.usage, "The entry is not valid: \(flaw).")
            } catch let refusal as StartupRefusal {
                throw refusal
            } catch {
                throw StartupRefusal(.unavailable, "The registry could not be changed: \(error)")
            }
        }
    }

    private static func create(
        _ kind: Kind, _ name: String, _ file: String?, _ clientIDs: [String], in registry: AccessRegistry
    ) async throws -> [String] {
        guard let entry = kind.entry else {
            let key = try await registry.createKey(forUser: name)
            return ["AccessKeyId: \(key.id)", "SecretAccessKey: \(key.secret)", "The secret is not shown again."]
        }
        switch entry {
        case .openIDProvider:
            let provider = try OpenIDProvider(issuer: name, clientIDs: clientIDs)
            try await registry.create(entry, named: provider.name, document: provider.document)
        case .user where file == nil: try await registry.create(entry, named: name, document: [:])
        case .user, .role, .policy, .samlProvider:
            try await registry.create(entry, named: name, document: try document(file, of: kind, named: name))
        }
        return ["\(name) is created."]
    }

    /// The document of an entry in a file, whose form its kind decides.
    static func document(_ file: String?, of kind: Kind, named name: String) throws -> WireValue {
        let bytes = try contents(file, of: kind)
        switch kind {
        case .samlProvider:
            return try SAMLProvider(name: name, metadata: String(decoding: bytes, as: UTF8.self)).document
        case .policy: return ["document": try WireValue(accessJSON: bytes)]
        case .role, .user, .openIDProvider, .key: return try WireValue(accessJSON: bytes)
        }
    }

    /// A line for each role of an identity pool that gives no credentials since a role is registered.
    private static func unregistered(_ pools: IdentityPools) async throws -> [String] {
        try await pools.unregisteredRoles().map { role in
            "The identity pool \(role.identityPoolID) gives no credentials of \(role.arn) until this role is registered, too."
        }
    }

    private static func list(_ kind: Kind, _ user: String?, in registry: AccessRegistry) async throws -> [String] {
        guard let entry = kind.entry else {
            guard let user else {
                throw StartupRefusal(.usage, "Name the user whose keys are listed: gatehouse iam list key USER.")
            }
            return try await registry.keys(ofUser: user).map { "\($0.id)\t\(WireTimestamp.iso8601($0.createdAt))" }
        }
        if let user {
            throw StartupRefusal(
                .usage, "A list of the kind \(kind.rawValue) takes no name: leave \(user) out.")
        }
        return try await registry.list(entry).map {
            "\($0.name)\t\($0.origin.rawValue)\t\(WireTimestamp.iso8601($0.createdAt))"
        }
    }

    private static func contents(_ path: String?, of kind: Kind) throws(StartupRefusal) -> [UInt8] {
        guard let path else {
            throw StartupRefusal(.usage, "A \(kind.rawValue) needs a document: name its file with --document.")
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw StartupRefusal(.usage, "The file \(path) cannot be read: correct --document.")
        }
        guard data.count <= AccessDocument.maximumLength else {
            throw StartupRefusal(
                .usage, "The file \(path) is longer than \(AccessDocument.maximumLength) bytes: correct --document.")
        }
        return Array(data)
    }
}
