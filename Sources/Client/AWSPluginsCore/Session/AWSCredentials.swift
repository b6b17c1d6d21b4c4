// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// Credentials that sign requests.
public protocol AWSCredentials: Sendable {
    /// The key's id.
    var accessKeyId: String { get }

    /// The secret part of the key, with which requests are signed.
    var secretAccessKey: String { get }
}

/// Credentials that expire.
public protocol AWSTemporaryCredentials: AWSCredentials {
    /// The token that goes with the key.
    var sessionToken: String { get }

    /// When they expire.
    var expiration: Date { get }
}

/// A source of credentials.
public protocol AWSCredentialsProvider {
    /// Valid credentials.
    ///
    /// - Throws: `AuthError` if there are none.
    func fetchAWSCredentials() async throws -> any AWSCredentials
}
