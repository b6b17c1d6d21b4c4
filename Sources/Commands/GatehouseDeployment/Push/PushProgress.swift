// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// What a push does at the moment.
package enum PushProgress: Sendable, Equatable {
    /// A step began; the text is its title, for example `Create the user pool shop_userpool-dev`.
    case began(String)
    /// The step ended; `changed` says whether it succeeded in changing the server.
    case ended(String, changed: Bool)
}

/// What a push left.
package struct PushResult: Sendable, Equatable {
    /// The number of the environment's state.
    package let stateNumber: Int
    /// The paths of the app's files that were written, relative to the project's root folder.
    package let files: [String]
    /// Where the app and a browser find what was made.
    package let addresses: Addresses
    /// What the person should know, one sentence each.
    package let notes: [String]
}

/// What the server has of a project after a push: the wanted state with its ids.
package struct DeployedState: Sendable {
    /// The wanted state.
    package let wanted: WantedState
    /// The ids.
    package let ids: KnownIDs

    /// Makes the state.
    package init(wanted: WantedState, ids: KnownIDs) {
        self.wanted = wanted
        self.ids = ids
    }
}

/// Asks a push to end after the step that runs, for example at Ctrl-C.
package final class PushStop: Sendable {
    private let isAsked = Mutex(false)

    /// Does not ask yet.
    package init() {}

    /// Asks.
    package func ask() {
        isAsked.withLock { $0 = true }
    }

    /// Whether the push must end.
    package var isRequested: Bool { isAsked.withLock { $0 } }
}

/// The places in a push after which a process may be killed, for tests of its resumption.
enum PushPoint: Sendable, Hashable {
    /// The lock is taken, and its token is kept.
    case locked
    /// So many steps are done, and their ids are written down.
    case step(Int)
    /// The contents of files are sent.
    case sent
    /// The server has the new state.
    case recorded
    /// The copy of the pushed folder is replaced.
    case copied
    /// The folder knows the new state.
    case kept
    /// The app's files are written.
    case written
}
