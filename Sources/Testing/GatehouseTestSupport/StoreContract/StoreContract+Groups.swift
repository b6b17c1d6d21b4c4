// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseStorage
import GatehouseUserPoolModel
import Testing

extension StoreContract {
    /// Groups and who is in them.
    package static let groups: [StoreContractRule] = [
        StoreContractRule("a group comes back as it was written, and changed as it was changed") { database in
            let store = try await userPools(in: database)
            let first = group("admins", inPool: "p")
            var changed = first
            changed.description = "All \u{0} of them"
            changed.roleARN = nil
            changed.precedence = 0
            changed.modifiedAt = moment(9)
            let second = changed
            try await store.write { store in
                try store.insert(first)
                #expect(try store.group("admins", inPool: "p") == first)
                #expect(throws: StoreConflict.taken("admins")) { try store.insert(first) }
                try store.update(second)
                #expect(try store.group("admins", inPool: "p") == second)
                #expect(try store.group("Admins", inPool: "p") == nil)
                #expect(try store.group("admins", inPool: "q") == nil)
                #expect(try store.group("admins\u{0}", inPool: "p") == nil)
            }
            await #expect(throws: StorageError.missingRow("user_groups")) {
                try await store.write { store in try store.update(group("nobody", inPool: "p")) }
            }
        },
        StoreContractRule("groups come by page in the order of their names") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for name in ["c", "a", "b"] { try store.insert(group(name, inPool: "p")) }
                try store.insert(group("d", inPool: "q"))
                try store.insert(user("ada", inPool: "p"), names: [])
                for name in ["c", "a"] { try store.addUser("ada", toGroup: name, inPool: "p") }
                #expect(try store.groups(inPool: "p", after: nil, limit: 2).map(\.name) == ["a", "b"])
                #expect(try store.groups(inPool: "p", after: "b", limit: 9).map(\.name) == ["c"])
                #expect(try store.groups(ofUser: "ada", inPool: "p", after: nil, limit: 1).map(\.name) == ["a"])
                #expect(try store.groups(ofUser: "ada", inPool: "p", after: "a", limit: 9).map(\.name) == ["c"])
                #expect(try store.groups(ofUser: "ada", inPool: "q", after: nil, limit: 9).isEmpty)
            }
        },
        StoreContractRule("who is added twice is in a group once, and who is removed is not in it") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try insertMembers(store)
                try store.addUser("ada", toGroup: "admins", inPool: "p")
                #expect(try members(store) == ["ada", "bob"])
                #expect(
                    try store.users(inGroup: "admins", ofPool: "p", after: "ada", limit: 9).map(\.sub) == ["bob"])
                try store.removeUser("ada", fromGroup: "admins", inPool: "p")
                try store.removeUser("ada", fromGroup: "admins", inPool: "p")
                #expect(try members(store) == ["bob"])
                #expect(try store.groups(ofUser: "ada", inPool: "p", after: nil, limit: 9).isEmpty)
            }
        },
        StoreContractRule("a group goes with its memberships, and its users stay") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try insertMembers(store)
                try store.deleteGroup("admins", inPool: "p")
                try store.deleteGroup("nobody's", inPool: "p")
                #expect(try store.numberOfUsers(inPool: "p") == 2)
                try store.insert(group("admins", inPool: "p"))
                #expect(try members(store).isEmpty)
            }
        },
        StoreContractRule("a user who goes leaves the groups, and a pool takes its groups along") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try insertMembers(store)
                try store.deleteUser("ada", inPool: "p")
                #expect(try members(store) == ["bob"])
                try store.insert(user("ada", inPool: "p"), names: [])
                #expect(try store.groups(ofUser: "ada", inPool: "p", after: nil, limit: 9).isEmpty)
                try store.insert(group("admins", inPool: "q"))
                try store.deleteUserPool("p")
                #expect(try store.groups(inPool: "p", after: nil, limit: 9).isEmpty)
                #expect(try store.groups(inPool: "q", after: nil, limit: 9).count == 1)
                try insertMembers(store)
            }
        },
    ]

    static func group(_ name: String, inPool poolID: String) -> GroupRecord {
        GroupRecord(
            poolID: poolID, name: name, description: "a \"b\" ü", roleARN: "arn:aws:iam::1:role/\(name)",
            precedence: 7, createdAt: moment(), modifiedAt: moment(1))
    }

    private static func insertMembers(_ store: any UserPoolWriting) throws {
        try store.insert(group("admins", inPool: "p"))
        for sub in ["bob", "ada"] {
            try store.insert(user(sub, inPool: "p"), names: [])
            try store.addUser(sub, toGroup: "admins", inPool: "p")
        }
    }

    private static func members(_ store: any UserPoolReading) throws -> [String] {
        try store.users(inGroup: "admins", ofPool: "p", after: nil, limit: 9).map(\.sub)
    }
}
