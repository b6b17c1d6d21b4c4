// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseWire

extension UserPoolWriting {
    /// Makes the user's names those that are active now.
    ///
    /// An alias of a `proven` kind is taken from whoever has it: a code or an administrator vouches for it. Any other
    /// name stays where it is, since anybody can write it. `article` is how the refusal speaks of the attribute:
    /// operations differ.
    /// - Throws: `AliasExistsException` when another name stands for somebody else.
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

    /// Takes a value from a user to whom it was a name.
    ///
    /// An address or number becomes unverified. A preferred name that looks like one goes, since it needs no proof and
    /// would be a name again.
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
