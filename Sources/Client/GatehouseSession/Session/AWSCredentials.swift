// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// Temporary AWS credentials; secret and session token never print.
package struct AWSCredentials: Sendable, Equatable, Codable {
    package var accessKeyID: String
    package var secretAccessKey: String
    package var sessionToken: String
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
