// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

// Unchecked, because the class is open to apps and derives from NSObject: its properties are constants.
/// Temporary AWS credentials.
open class AWSCredentials: NSObject, @unchecked Sendable {
    /// The id of the access key, which requests name.
    public let accessKey: String
    /// The secret part of the access key, with which requests are signed.
    public let secretKey: String
    /// The token that requests carry beside the signature.
    public let sessionKey: String?
    /// The time from which AWS refuses the credentials; nil if they never expire.
    public let expiration: Date?

    /// Creates credentials.
    public init(accessKey: String, secretKey: String, sessionKey: String?, expiration: Date?) {
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionKey = sessionKey
        self.expiration = expiration
    }

    /// A text without the secrets.
    override open var description: String { "(AWS credentials \(accessKey))" }

    /// A text without the secrets.
    override open var debugDescription: String { description }
}

extension AWSCredentials: CustomReflectable {
    /// A mirror without the secrets.
    public var customMirror: Mirror { Mirror(self, children: ["accessKey": accessKey]) }
}

/// A source of AWS credentials.
public protocol AWSCredentialsProvider: AnyObject {
    /// Credentials that are valid for some minutes at least.
    func credentials() -> AWSTask<AWSCredentials>

    /// Drops credentials that were kept, so that the next call fetches others.
    func invalidateCachedTemporaryCredentials()
}

/// A source of the tokens that an identity pool accepts.
public protocol AWSIdentityProviderManager: AnyObject {
    /// The tokens, each under its provider's name.
    func logins() -> AWSTask<NSDictionary>
}
