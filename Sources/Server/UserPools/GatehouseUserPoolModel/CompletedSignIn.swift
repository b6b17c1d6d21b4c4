// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// What a completed sign-in on the hosted pages has proved, and when; its session, codes and tokens keep it.
package struct CompletedSignIn: Sendable, Equatable {
    /// The id of the sign-in's event.
    package var eventID: String
    /// The methods that the user has proved; after a sign-in at another provider, those that it has named.
    package var methods: Set<AuthenticationMethod>
    /// The claim `acr` of the tokens; `nil` if they have none.
    package var levelName: String?
    /// The time at which the oldest of the methods was proved.
    package let provedAt: Date
    /// The time of the sign-in, which is the claim `auth_time` of the tokens.
    package let authTime: Date

    /// Creates the description of a sign-in.
    package init(
        eventID: String, methods: Set<AuthenticationMethod> = [], levelName: String? = nil, provedAt: Date,
        authTime: Date
    ) {
        self.eventID = eventID
        self.methods = methods
        self.levelName = levelName
        self.provedAt = provedAt
        self.authTime = authTime
    }
}
