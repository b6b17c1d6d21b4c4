// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The app client and the user of the access token that an operation has verified, for the log of a request.
///
/// The operation records them, so that the log does not parse the token again.
package final class ProvenCaller: Sendable {
    /// The names of the client and the user.
    package struct Names: Sendable, Equatable {
        /// The id of the app client.
        package let client: String
        /// The name of the user, or the user's id.
        package let user: String
        /// Whether ``user`` is the user's id, which every log may have.
        package let isID: Bool
    }

    private let recorded = Mutex<Names?>(nil)

    /// Creates the caller of a request, of which nothing is proved yet.
    package init() {}

    /// The names of the verified access token; `nil` if the request has none.
    package var names: Names? { recorded.withLock { $0 } }

    /// Records the names of an access token whose signature and rows were verified.
    package func record(client: String, user: String) {
        recorded.withLock { $0 = Names(client: client, user: user, isID: false) }
    }

    /// Records the client that has got a token in place of a user, and the id of the user.
    package func record(client: String, userID: String) {
        recorded.withLock { $0 = Names(client: client, user: userID, isID: true) }
    }
}
