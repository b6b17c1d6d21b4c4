// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// The documented file with roles, users, policies and identity providers.
///
/// ```json
/// {
///   "policies": {"readers": {"document": {…}}},
///   "roles": {"app": {"trustPolicy": {…}, "policies": {"own": {…}}, "attachedPolicies": ["readers"]}},
///   "users": {"backend": {"attachedPolicies": ["readers"]}},
///   "openIdProviders": [{"url": "https://accounts.google.com", "clientIds": ["…"]}],
///   "samlProviders": {"corp": {"metadataFile": "corp.xml"}}
/// }
/// ```
package struct AccessDocument: Sendable, Equatable {
    /// The longest file, in bytes.
    package static let maximumLength = 4 * 1_024 * 1_024

    package private(set) var policies: [ManagedPolicy] = []
    package private(set) var roles: [Role] = []
    package private(set) var users: [User] = []
    package private(set) var openIDProviders: [OpenIDProvider] = []
    package private(set) var samlProviders: [SAMLProvider] = []

    /// A file without entries.
    package static let empty = AccessDocument()

    private init() {}

    /// Reads the file.
    /// - Parameters:
    ///   - json: the contents of the file.
    ///   - readMetadata: reads the file of a SAML provider's metadata, which is named relative to this file.
    /// - Throws: ``AccessFlaw`` with the place of the first flaw, also for a role with an unsafe trust policy.
    package init(
        json: [UInt8], readMetadata: (String) throws(AccessFlaw) -> String
    ) throws(AccessFlaw) {
        guard json.count <= Self.maximumLength else { throw AccessFlaw(.tooLong(Self.maximumLength)) }
        let node = try AccessNode(
            try WireValue(accessJSON: json),
            allowing: ["policies", "roles", "users", "openIdProviders", "samlProviders"])
        policies = try Self.entries("policies", in: node) { name, value throws(AccessFlaw) in
            try ManagedPolicy(name: name, document: value)
        }
        roles = try Self.entries("roles", in: node) { name, value throws(AccessFlaw) in
            let role = try Role(name: name, document: value)
            try role.checkTrust()
            return role
        }
        users = try Self.entries("users", in: node) { name, value throws(AccessFlaw) in
            try User(name: name, document: value)
        }
        samlProviders = try Self.entries("samlProviders", in: node) { name, value throws(AccessFlaw) in
            let node = try AccessNode(value, allowing: ["metadata", "metadataFile"])
            guard let file = try node.text("metadataFile", limit: 4_096) else {
                return try SAMLProvider(name: name, document: value)
            }
            guard node["metadata"] == nil else { throw AccessFlaw(.oneOf("metadata", "metadataFile")) }
            return try SAMLProvider(name: name, metadata: try readMetadata(file))
        }
        do throws(AccessFlaw) {
            openIDProviders = try Self.openIDProviders(node["openIdProviders"])
        } catch {
            throw error.inside("openIdProviders")
        }
    }

    private static func entries<Entry: AccessEntry>(
        _ member: String, in node: AccessNode, read: (String, WireValue) throws(AccessFlaw) -> Entry
    ) throws(AccessFlaw) -> [Entry] {
        guard let value = node[member] else { return [] }
        guard let members = value.objectValue else { throw AccessFlaw(.isNot("an object by names"), at: [member]) }
        guard members.count <= Entry.kind.limit else { throw AccessFlaw(.tooMany(Entry.kind.limit), at: [member]) }
        var entries: [Entry] = []
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            do throws(AccessFlaw) {
                entries.append(try read(name.text, value))
            } catch {
                throw error.inside(name.shown).inside(member)
            }
        }
        return entries
    }

    private static func openIDProviders(_ value: WireValue?) throws(AccessFlaw) -> [OpenIDProvider] {
        guard let value else { return [] }
        guard let elements = value.arrayValue else { throw AccessFlaw(.isNot("a list")) }
        guard elements.count <= AccessKind.openIDProvider.limit else {
            throw AccessFlaw(.tooMany(AccessKind.openIDProvider.limit))
        }
        var providers: [OpenIDProvider] = []
        for (index, element) in elements.enumerated() {
            do throws(AccessFlaw) {
                let name = OpenIDProvider.name(ofIssuer: element["url"]?.stringValue ?? "")
                providers.append(try OpenIDProvider(name: name, document: element))
            } catch {
                throw error.inside("[\(index)]")
            }
        }
        guard Set(providers.map { WireName($0.name) }).count == providers.count else {
            throw AccessFlaw(.repeatsMember)
        }
        return providers
    }
}
