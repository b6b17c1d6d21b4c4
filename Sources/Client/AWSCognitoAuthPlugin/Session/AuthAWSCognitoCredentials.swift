// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import AWSPluginsCore
public import Foundation

/// Temporary credentials of an identity pool.
public struct AuthAWSCognitoCredentials: AWSTemporaryCredentials, Codable, Equatable {
    /// The key's id.
    public let accessKeyId: String

    /// The secret part of the key, with which requests are signed.
    public let secretAccessKey: String

    /// The token that goes with the key.
    public let sessionToken: String

    /// When they expire.
    public let expiration: Date
}

extension AuthAWSCognitoCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Names the key and its end; the key itself stays out.
    public var description: String { "AuthAWSCognitoCredentials(\(accessKeyId), expiration: \(expiration))" }

    /// Names the key and its end; the key itself stays out.
    public var debugDescription: String { description }

    /// As much as the description says.
    public var customMirror: Mirror {
        Mirror(self, children: ["accessKeyId": accessKeyId, "expiration": expiration])
    }
}
