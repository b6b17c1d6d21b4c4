// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A stored entry whose policy denies less than it reads.
package struct NarrowDenial: Sendable, Equatable {
    /// The kind of the entry.
    package let kind: AccessKind
    /// The name of the entry.
    package let name: String
    /// The reason, with its place in the entry's document.
    package let flaw: AccessFlaw
}

extension AccessReading {
    /// The stored entries that deny less than they read: by a statement that new entries may not have, or because an
    /// attached policy does not exist.
    package func narrowDenials() throws -> [NarrowDenial] {
        let roles = try records(of: Role.self, after: nil, limit: AccessKind.role.limit).map(\.entry)
        let users = try records(of: User.self, after: nil, limit: AccessKind.user.limit).map(\.entry)
        let policies = try records(of: ManagedPolicy.self, after: nil, limit: AccessKind.policy.limit).map(\.entry)
        let names = Set(policies.map { Array($0.name.utf8) })
        func found<Entry: AccessEntry>(_ entry: Entry, attached: [String]) -> [NarrowDenial] {
            let missing = attached.filter { !names.contains(Array($0.utf8)) }.map { name in
                AccessFlaw(
                    .unsafe("the policy \(name) does not exist, so that it denies nothing"), at: ["attachedPolicies"])
            }
            return (entry.narrowDenials + missing).map { NarrowDenial(kind: Entry.kind, name: entry.name, flaw: $0) }
        }
        return policies.flatMap { found($0, attached: []) }
            + roles.flatMap { found($0, attached: $0.permissions.attached) }
            + users.flatMap { found($0, attached: $0.permissions.attached) }
    }
}
