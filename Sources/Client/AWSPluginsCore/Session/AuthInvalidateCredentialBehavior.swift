// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A plugin whose credentials can be made to be fetched anew.
public protocol AuthInvalidateCredentialBehavior {
    /// Has the AWS credentials fetched anew at the next call.
    func invalidateCachedTemporaryCredentials()
}
