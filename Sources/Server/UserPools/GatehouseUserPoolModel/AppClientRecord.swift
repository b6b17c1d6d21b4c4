// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import Foundation

/// An app client as the store keeps it.
package struct AppClientRecord: Sendable, Equatable {
    /// The maximum number of clients in a pool.
    package static let maximumPerPool = 1_000

    /// An encrypted client secret.
    package struct SealedSecret: Sendable, Equatable {
        /// The id by which administrators name the secret.
        package let id: String
        /// The encrypted secret, bound to the client.
        package let sealed: [UInt8]
        /// The time at which the secret was added.
        package let createdAt: Date

        /// Creates a sealed secret.
        package init(id: String, sealed: [UInt8], createdAt: Date) {
            self.id = id
            self.sealed = sealed
            self.createdAt = createdAt
        }
    }

    /// The client id, which is unique in the installation.
    package let id: String
    /// The id of the user pool that the client belongs to.
    package let poolID: String
    /// The client as `DescribeUserPoolClient` returns it, always without the secret.
    package var description: UserPoolClientType
    /// The active secrets, at most two; empty for a public client.
    package var secrets: [SealedSecret]
    /// The duration of a browser's session on the hosted pages, in minutes; `nil` for the default.
    package var ssoSessionMinutes: Int?
    /// The time at which the client was created.
    package let createdAt: Date
    /// The time at which the description, the settings or the secrets last changed.
    package var modifiedAt: Date

    /// Creates the record of a client.
    package init(
        id: String, poolID: String, description: UserPoolClientType, secrets: [SealedSecret],
        ssoSessionMinutes: Int? = nil, createdAt: Date, modifiedAt: Date
    ) {
        self.id = id
        self.poolID = poolID
        self.description = description
        self.secrets = secrets
        self.ssoSessionMinutes = ssoSessionMinutes
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
    }
}
