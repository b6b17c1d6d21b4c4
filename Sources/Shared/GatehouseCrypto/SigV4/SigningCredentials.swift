// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A key pair that signs requests.
///
/// Its description shows the key's id alone.
package struct SigningCredentials: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The public name of the key.
    package let accessKeyID: String
    /// The secret half.
    package let secretAccessKey: String
    /// The token of temporary credentials.
    package let sessionToken: String?

    package init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
    }

    package var description: String { "SigningCredentials(\(accessKeyID))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["accessKeyID": accessKeyID]) }
}
