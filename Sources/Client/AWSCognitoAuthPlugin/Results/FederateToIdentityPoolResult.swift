// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import AWSPluginsCore

/// The result of a federation with the identity pool.
public struct FederateToIdentityPoolResult: Sendable {
    /// The AWS credentials.
    public let credentials: any AWSTemporaryCredentials

    /// The identity pool's id for the user.
    public let identityId: String
}
