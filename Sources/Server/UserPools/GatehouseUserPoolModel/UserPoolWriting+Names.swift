// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseWire

extension UserPoolWriting {
    /// Replaces the user's names by those that are active now.
    ///
    /// An alias of a `proven` kind is taken from another user: a code or an administrator has verified it. Every other
    /// name stays with its user, since any user can write it without proof. `article` is the word before the
    /// attribute's name in the fault's message, which differs between operations.
    ///
    /// - Throws: `AliasExistsException` if another user has one of the other names.
    package func claimNames(
        of user: UserRecord, in pool: UserPoolRecord, taking proven: Set<SignInName.Kind> = [],
        as article: String = "the"
    ) throws {
        let names = UserNames.active(for: user, in: pool)
        for name in names where name.kind != .username {
            guard let owner = try self.user(named: name, inPool: pool.id), owner.sub != user.sub else { continue }
            guard proven.contains(name.kind), pool.aliasAttributes.contains(name.kind.rawValue) else {
                throw ServiceFault(.aliasExists, "An account with \(article) \(name.kind.rawValue) already exists.")
            }
            try release(name.value, from: owner, in: pool)
        }
        try replaceNames(ofUser: user.sub, inPool: pool.id, with: names)
    }

    /// Takes a name from a user.
    ///
    /// An e-mail address or phone number becomes unverified. A preferred user name with the same value is removed,
    /// because it needs no verification and would be a name again.
    private func release(_ value: String, from owner: UserRecord, in pool: UserPoolRecord) throws {
        var owner = owner
        func holds(_ kind: SignInName.Kind) -> Bool {
            owner.attributes[kind.rawValue].map(pool.comparable) == value
        }
        for kind in [SignInName.Kind.email, .phoneNumber] where holds(kind) {
            owner.attributes[kind.rawValue + "_verified"] = "false"
        }
        if holds(.preferredUsername) { owner.attributes[SignInName.Kind.preferredUsername.rawValue] = nil }
        try update(owner)
        try replaceNames(ofUser: owner.sub, inPool: pool.id, with: UserNames.active(for: owner, in: pool))
    }
}
