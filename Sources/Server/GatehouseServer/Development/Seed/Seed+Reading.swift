// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
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
        if let line = WireValue.lineOfFailure(inJSON: json) {
            throw SeedFailure("\(path): line \(line) is not JSON")
        }
        guard let value = try? WireValue(foreignJSON: json) else {
            throw SeedFailure("\(path): a text has too many combining marks in a row")
        }
        let document = try SeedNode(value, in: path, allowing: ["userPools"])
        pools = try document.list("userPools", of: Seed.poolMembers).map { node throws(SeedFailure) in try Pool(node) }
    }

    fileprivate static let poolMembers = ["id", "name", "settings", "clients", "groups", "users"]
    fileprivate static let clientMembers = ["id", "name", "secret", "settings"]
    fileprivate static let groupMembers = ["name", "description", "precedence", "roleArn"]
    fileprivate static let userMembers = [
        "username", "password", "temporaryPassword", "passwordHash", "hashAlgorithm", "attributes", "groups", "enabled",
    ]
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

extension Seed.Client {
    init(_ node: SeedNode) throws(SeedFailure) {
        place = node.place
        id = try node.text("id")
        if let id, (try? /[A-Za-z0-9_+]{1,128}/.wholeMatch(in: id)) == nil {
            throw node.failure("id", "an id has letters, digits, _ and +, 128 at the most")
        }
        var settings: [WireName: WireValue] = [
            "ClientName": .string(try node.requiredText("name")), "UserPoolId": "us-east-1_Placeholder",
        ]
        settings["ClientSecret"] = try node.text("secret").map { .string($0) }
        request = try node.settings(adding: settings)
    }
}

extension Seed.Group {
    init(_ node: SeedNode) throws(SeedFailure) {
        place = node.place
        var members: [WireName: WireValue] = [
            "GroupName": .string(try node.requiredText("name")), "UserPoolId": "us-east-1_Placeholder",
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
