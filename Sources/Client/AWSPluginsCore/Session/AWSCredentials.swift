// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Credentials that sign requests.
public protocol AWSCredentials: Sendable {
    /// The key's id.
    var accessKeyId: String { get }

    /// The secret part of the key, with which requests are signed.
    var secretAccessKey: String { get }
}
