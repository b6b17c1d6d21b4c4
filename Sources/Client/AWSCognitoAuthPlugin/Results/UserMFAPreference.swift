// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// The second factors of a user.
public struct UserMFAPreference: Sendable {
    /// Those in use; `nil` if there are none.
    public let enabled: Set<MFAType>?

    /// The type that the service asks for first.
    public let preferred: MFAType?
}
