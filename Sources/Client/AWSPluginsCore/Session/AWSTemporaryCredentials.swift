// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// Credentials that expire.
public protocol AWSTemporaryCredentials: AWSCredentials {
    /// The token that goes with the key.
    var sessionToken: String { get }

    /// When they expire.
    var expiration: Date { get }
}
