// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The providers that confirm an access token when a server asks them.
///
/// The raw value is the key of `Logins`.
package enum SocialProvider: String, Sendable, CaseIterable {
    case facebook = "graph.facebook.com"
    case amazon = "www.amazon.com"
    case twitter = "api.twitter.com"
}

/// The addresses under which social providers answer, without a trailing slash.
package struct SocialEndpoints: Sendable, Equatable {
    package var facebook: String
    package var amazon: String
    package var twitter: String

    /// Creates a list of addresses; the defaults are the providers' own.
    package init(
        facebook: String = "https://graph.facebook.com", amazon: String = "https://api.amazon.com",
        twitter: String = "https://api.twitter.com"
    ) {
        self.facebook = facebook
        self.amazon = amazon
        self.twitter = twitter
    }
}
