// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
import GatehouseSecurityTokens
import GatehouseWire

extension AccessCommand {
    /// Replaces the document of an entry.
    /// - Returns: the line of the output.
    static func update(
        _ kind: Kind, _ name: String, _ file: String?, _ clientIDs: [String], in registry: AccessRegistry
    ) async throws -> String {
        switch try entry(of: kind) {
        case .openIDProvider:
            guard !clientIDs.isEmpty else {
                throw StartupRefusal(.usage, "Name all clients of the provider with --client-id, also those that stay.")
            }
            let key = OpenIDProvider.name(ofIssuer: name)
            let former = try await registry.document(of: .openIDProvider, named: key)
            // The name as it is listed has no scheme.
            let issuer = name.contains("://") ? name : former["url"]?.stringValue ?? name
            let provider = try OpenIDProvider(issuer: issuer, clientIDs: clientIDs)
            try await registry.update(.openIDProvider, named: key, document: provider.document)
        case let entry:
            try await registry.update(entry, named: name, document: try document(file, of: kind, named: name))
        }
        return "\(name) is updated."
    }

    /// The text that describes an entry.
    static func shown(
        _ kind: Kind, _ name: String, _ form: Form, in registry: AccessRegistry, account: String
    ) async throws -> String {
        let entry = try entry(of: kind)
        let name = entry == .openIDProvider ? OpenIDProvider.name(ofIssuer: name) : name
        let value =
            switch form {
            case .details: try await registry.details(of: entry, named: name, inAccount: account)
            case .document: try await registry.document(of: entry, named: name)
            }
        if form == .document {
            switch entry {
            case .samlProvider: return value["metadata"]?.stringValue ?? ""
            case .policy: return readable(value["document"] ?? .null)
            case .role, .user, .openIDProvider: break
            }
        }
        return readable(value)
    }

    private static func entry(of kind: Kind) throws(StartupRefusal) -> AccessKind {
        guard let entry = kind.entry else {
            throw StartupRefusal(
                .usage, "An access key has no document: see gatehouse iam list key USER, or create another one.")
        }
        return entry
    }

    /// The JSON without its last line feed, which the output adds.
    private static func readable(_ value: WireValue) -> String {
        String(decoding: value.readableJSON().dropLast(), as: UTF8.self)
    }
}
