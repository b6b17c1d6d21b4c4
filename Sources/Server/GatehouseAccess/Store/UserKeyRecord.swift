// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The access key of a user of the registry, without its secret in clear text.
package struct UserKeyRecord: Sendable, Equatable {
    /// `AKIA` and 16 characters.
    package let id: String
    /// The name of the user.
    package let userName: String
    /// The secret, sealed for the purpose `accessKey` with the id as its context.
    package let sealedSecret: [UInt8]
    /// The time at which the key was created.
    package let createdAt: Date

    /// Creates the row of a key.
    package init(id: String, userName: String, sealedSecret: [UInt8], createdAt: Date) {
        self.id = id
        self.userName = userName
        self.sealedSecret = sealedSecret
        self.createdAt = createdAt
    }
}
