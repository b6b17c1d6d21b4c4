// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The user in whose name the app made the present call.
///
/// A call can wait for a sign-in, and another user may be the one who signs in: no token of that user serves the call.
package enum CallOwner {
    /// The `sub` claim of the user's access token; nil if any user's token serves the call.
    @TaskLocal package static var subject: String?

    /// Refuses a token of another user than the call's.
    ///
    /// - Throws: `.invalidState`.
    static func check(_ accessToken: String) throws(SessionError) {
        guard let subject, TokenClaims(accessToken).sub != subject else { return }
        throw .endedFromOutside
    }
}

extension ProviderTokens {
    /// The user's name in the user pool that issued the tokens; nil if they name none.
    package var username: String? { TokenClaims(idToken ?? accessToken).username }

    /// The `sub` claim; nil if the tokens have none.
    package var userID: String? { TokenClaims(idToken ?? accessToken).sub }
}

extension SessionRecord {
    /// The `sub` claim of the session's access token; nil without one.
    package var subject: String? {
        (user?.tokens.accessToken ?? login?.pages?.accessToken).flatMap { TokenClaims($0).sub }
    }
}
