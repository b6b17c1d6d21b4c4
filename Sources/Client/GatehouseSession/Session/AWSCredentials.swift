// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// Temporary AWS credentials; secret and session token never print.
package struct AWSCredentials: Sendable, Equatable, Codable {
    /// The id of the access key, which requests name.
    package var accessKeyID: String
    /// The secret part of the access key, with which requests are signed.
    package var secretAccessKey: String
    /// The token that requests carry beside the signature.
    package var sessionToken: String
    /// The time from which AWS refuses the credentials.
    package var expiration: Date

    /// Creates credentials.
    package init(accessKeyID: String, secretAccessKey: String, sessionToken: String, expiration: Date) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
        self.expiration = expiration
    }
}

extension AWSCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(AWS credentials \(accessKeyID))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["accessKeyID": accessKeyID]) }
}

/// An identity of an identity pool with the credentials it was last given.
package struct GrantedIdentity: Sendable, Equatable, Codable {
    /// The identity's id in the identity pool: a region, a colon and a UUID.
    package var identityID: String
    /// The credentials; nil if none were obtained yet, or they were dropped.
    package var credentials: AWSCredentials?

    /// Creates an identity with its credentials.
    package init(identityID: String, credentials: AWSCredentials?) {
        self.identityID = identityID
        self.credentials = credentials
    }

    /// The same identity without credentials.
    var withoutCredentials: GrantedIdentity { GrantedIdentity(identityID: identityID, credentials: nil) }
}
