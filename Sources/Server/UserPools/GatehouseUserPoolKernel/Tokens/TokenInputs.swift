// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseUserPoolModel

/// The inputs for a user's tokens besides the user, read in the transaction that reads the user.
package struct TokenInputs: Sendable {
    let keys: [SigningKeyRecord]
    let groups: GroupClaims

    /// The inputs for a step that issues no tokens.
    package static let none = TokenInputs(keys: [], groups: GroupClaims([]))
}

extension UserPoolReading {
    /// The keys of a pool and the groups of one of its users; no groups for an unknown user name.
    package func tokenInputs(of user: UserRecord?, inPool poolID: String) throws -> TokenInputs {
        let memberships = try user.map { user in
            try groups(ofUser: user.sub, inPool: poolID, after: nil, limit: GroupRecord.maximumPerUser)
        }
        return TokenInputs(keys: try signingKeys(ofPool: poolID), groups: GroupClaims(memberships ?? []))
    }
}
