// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The app's present session; the plugin's own type has tokens and credentials.
public protocol AuthSession: Sendable {
    /// Whether a user is signed in, also if the session has expired or the network is away.
    var isSignedIn: Bool { get }
}
