// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A source of credentials.
public protocol AWSCredentialsProvider {
    /// Valid credentials.
    ///
    /// - Throws: `AuthError` if there are none.
    func fetchAWSCredentials() async throws -> any AWSCredentials
}
