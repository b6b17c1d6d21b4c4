// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The pages that an authorization request demands (OpenID Connect Core, section 3.1.2.1).
package enum AuthorizePrompt: String, Sendable {
    /// None: the request fails unless the user is signed in.
    case none
    /// The sign-in, also for a user who is signed in.
    case login
    /// The selection of an account.
    case selectAccount = "select_account"
    /// The consent of the user, which providers show; this server has no page for it.
    case consent
}
