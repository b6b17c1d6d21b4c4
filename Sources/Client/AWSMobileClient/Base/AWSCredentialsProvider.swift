// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

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
