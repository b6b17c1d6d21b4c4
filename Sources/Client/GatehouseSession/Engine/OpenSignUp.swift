// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A sign-up that this process began: its session string ties the confirmation to it.
struct OpenSignUp: Sendable {
    let username: String
    let session: String
}
