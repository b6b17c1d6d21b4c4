// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseWire

extension Seed {
    /// Reads a seed file; docs/development.md describes its form.
    ///
    /// Reading is strict: unknown members, values of another type and values that the service's model does not allow
    /// are refused.
    /// - Throws: ``SeedFailure`` with the file and the line or the member.
    package init(file path: String) throws(SeedFailure) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw SeedFailure("\(path): there is no such file, or it cannot be read")
        }
        try self.init(json: Array(data), path: path)
    }

    init(json: [UInt8], path: String) throws(SeedFailure) {
        let value: WireValue
        do throws(JSONFault) {
            value = try WireValue(fileContents: json)
        } catch {
            switch error {
            case .line(let line): throw SeedFailure("\(path): line \(line) is not JSON")
            case .refused(let reason): throw SeedFailure("\(path): \(reason)")
            }
        }
        let document = try SeedNode(value, in: path, allowing: ["userPools"])
        digest = Base64URL.encode(sha256(json))
        pools = try document.list("userPools", of: Seed.poolMembers).map { node throws(SeedFailure) in try Pool(node) }
    }

    fileprivate static let poolMembers = [
        "id", "name", "settings", "domain", "resourceServers", "identityProviders", "clients", "groups", "users",
        "identityPool",
    ]
    fileprivate static let domainMembers = ["name", "settings"]
    fileprivate static let resourceServerMembers = ["identifier", "name", "scopes"]
    fileprivate static let providerMembers = ["name", "type", "settings"]
    fileprivate static let identityPoolMembers = ["id", "name", "guests", "roles", "settings"]
    fileprivate static let clientMembers = ["id", "name", "secret", "settings"]
    fileprivate static let groupMembers = ["name", "description", "precedence", "roleArn"]
    fileprivate static let userMembers = [
        "username", "sub", "password", "temporaryPassword", "passwordHash", "hashAlgorithm", "attributes", "groups",
        "enabled",
    ]
    /// A placeholder for the id of the entry's pool, which is set when the resource is created.
    fileprivate static let anyPool = WireValue.string("us-east-1_Placeholder")
}

extension Seed.Pool {
    init(_ node: SeedNode) throws(SeedFailure) {
        place = node.place
        id = try node.text("id")
        if let id, !RegionName.isUserPoolID(id) {
            throw node.failure("id", "an id looks like us-east-1_Example01")
        }
        let settings: [WireName: WireValue] = ["PoolName": .string(try node.requiredText("name"))]
        request = try node.settings(adding: settings)
        domain = try node.object("domain", of: Seed.domainMembers, shortFor: "name").map {
            node throws(SeedFailure) in try Seed.Domain(node)
        }
        resourceServers = try node.list("resourceServers", of: Seed.resourceServerMembers).map {
            node throws(SeedFailure) in try Seed.ResourceServer(node)
        }
        providers = try node.list("identityProviders", of: Seed.providerMembers).map { node throws(SeedFailure) in
            try Seed.Provider(node)
        }
        identityPool = try node.object("identityPool", of: Seed.identityPoolMembers).map { node throws(SeedFailure) in
            try Seed.IdentityPool(node)
        }
        clients = try node.list("clients", of: Seed.clientMembers).map { node throws(SeedFailure) in
            try Seed.Client(node)
        }
        groups = try node.list("groups", of: Seed.groupMembers).map { node throws(SeedFailure) in
            try Seed.Group(node)
        }
        users = try node.list("users", of: Seed.userMembers).map { node throws(SeedFailure) in try Seed.User(node) }
        let names = Set(groups.map(\.request.groupName))
        for user in users {
            guard let stranger = user.groups.first(where: { !names.contains($0) }) else { continue }
            throw SeedFailure(user.place, "the group \(stranger) is not among the pool's groups")
        }
    }
}

extension Seed.Domain {
    init(_ node: SeedNode) throws(SeedFailure) {
        place = node.place
        request = try node.settings(
            adding: ["Domain": .string(try node.requiredText("name")), "UserPoolId": Seed.anyPool])
    }
}

extension Seed.ResourceServer {
    init(_ node: SeedNode) throws(SeedFailure) {
        place = node.place
        let identifier = try node.requiredText("identifier")
        let scopes = try node.texts("scopes").sorted { $0.key < $1.key }.map { name, description -> WireValue in
            ["ScopeName": .string(name), "ScopeDescription": .string(description)]
        }
        request = try node.shape([
            "Identifier": .string(identifier), "Name": .string(try node.text("name") ?? identifier),
            "Scopes": .array(scopes), "UserPoolId": Seed.anyPool,
        ])
    }
}

extension Seed.Provider {
    init(_ node: SeedNode) throws(SeedFailure) {
        place = node.place
        request = try node.settings(adding: [
            "ProviderName": .string(try node.requiredText("name")),
            "ProviderType": .string(try node.requiredText("type")), "UserPoolId": Seed.anyPool,
        ])
    }
}

extension Seed.IdentityPool {
    init(_ node: SeedNode) throws(SeedFailure) {
        place = node.place
        id = try node.text("id")
        if let id, !Self.isIdentityPoolID(id) {
            throw node.failure("id", "an id looks like us-east-1:00000000-0000-4000-8000-000000000001")
        }
        roles = try node.texts("roles")
        request = try node.settings(
            adding: [
                "IdentityPoolName": .string(try node.requiredText("name")),
                "AllowUnauthenticatedIdentities": .bool(try node.flag("guests") ?? false),
            ], of: .cognitoIdentity)
    }

    private static func isIdentityPoolID(_ text: String) -> Bool {
        guard let match = try? /[a-z0-9-]+:(.+)/.wholeMatch(in: text) else { return false }
        return match.1.isUUID
    }
}

extension Seed.Client {
    init(_ node: SeedNode) throws(SeedFailure) {
        place = node.place
        id = try node.text("id")
        if let id, (try? /[A-Za-z0-9_+]{1,128}/.wholeMatch(in: id)) == nil {
            throw node.failure("id", "an id has letters, digits, _ and +, 128 at the most")
        }
        var settings: [WireName: WireValue] = [
            "ClientName": .string(try node.requiredText("name")), "UserPoolId": Seed.anyPool,
        ]
        settings["ClientSecret"] = try node.text("secret").map { .string($0) }
        request = try node.settings(adding: settings)
    }
}

extension Seed.Group {
    init(_ node: SeedNode) throws(SeedFailure) {
        place = node.place
        var members: [WireName: WireValue] = [
            "GroupName": .string(try node.requiredText("name")), "UserPoolId": Seed.anyPool,
        ]
        members["Description"] = try node.text("description").map { .string($0) }
        members["Precedence"] = try node.number("precedence").map { .integer($0) }
        members["RoleArn"] = try node.text("roleArn").map { .string($0) }
        request = try node.shape(.object(members))
    }
}

extension Seed.User {
    init(_ node: SeedNode) throws(SeedFailure) {
        place = node.place
        username = try node.requiredText("username")
        sub = try node.text("sub")
        if let sub, !sub.isUUID {
            throw node.failure("sub", "a sub is a UUID with small letters")
        }
        attributes = try node.texts("attributes")
        groups = try node.textList("groups")
        isEnabled = try node.flag("enabled") ?? true
        credential = try Self.credential(node)
    }

    private static func credential(_ node: SeedNode) throws(SeedFailure) -> Credential {
        let (password, temporary) = (try node.text("password"), try node.text("temporaryPassword"))
        switch (password, temporary, try node.text("passwordHash"), try node.text("hashAlgorithm")) {
        case (nil, nil, nil, nil): return .none
        case (let password?, nil, nil, nil): return .password(password)
        case (nil, let password?, nil, nil): return .temporaryPassword(password)
        case (nil, nil, let hash?, let name?):
            guard let algorithm = PasswordHashingAlgorithmType.allValues.first(where: { $0.rawValue == name }) else {
                let known = PasswordHashingAlgorithmType.allValues.map(\.rawValue).joined(separator: ", ")
                throw node.failure("hashAlgorithm", "must be one of \(known)")
            }
            return .hash(hash, algorithm)
        case (nil, nil, _, _): throw SeedFailure(node.place, "passwordHash and hashAlgorithm belong together")
        default:
            throw SeedFailure(node.place, "a user has one of password, temporaryPassword and passwordHash")
        }
    }
}
