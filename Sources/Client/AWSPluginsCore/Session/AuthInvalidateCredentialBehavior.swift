// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A plugin that can fetch new credentials on request.
public protocol AuthInvalidateCredentialBehavior {
    /// Makes the next call fetch new AWS credentials.
    func invalidateCachedTemporaryCredentials()
}
