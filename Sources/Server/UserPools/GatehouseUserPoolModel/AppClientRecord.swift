// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import Foundation

/// An app client as it is kept.
package struct AppClientRecord: Sendable, Equatable {
    /// How many clients one pool may have.
    package static let maximumPerPool = 1_000

    /// A client secret, sealed for its client.
    package struct SealedSecret: Sendable, Equatable {
        package let id: String
        package let sealed: [UInt8]
        package let createdAt: Date

        /// Creates a sealed secret.
        package init(id: String, sealed: [UInt8], createdAt: Date) {
            self.id = id
            self.sealed = sealed
            self.createdAt = createdAt
        }
    }

    package let id: String
    package let poolID: String
    /// What `DescribeUserPoolClient` prints, but for the secret, which is never in it.
    package var description: UserPoolClientType
    /// Active secrets, at most two; empty for a public client.
    package var secrets: [SealedSecret]
    /// How long a browser stays signed in on the hosted pages, in minutes; nil for the default.
    package var ssoSessionMinutes: Int?
    package let createdAt: Date
    package var modifiedAt: Date

    /// Creates the row of a client.
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
