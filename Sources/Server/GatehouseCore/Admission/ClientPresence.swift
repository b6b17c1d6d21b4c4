// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// Whether the client of a connection still waits for the response.
///
/// Work of a client that has gone is dropped from the queues, unless the request has begun a transaction: everything
/// that follows a commit, such as a message, then happens as if the client still waited.
package final class ClientPresence: Sendable {
    /// The presence of the client whose request the current task handles.
    @TaskLocal package static var current: ClientPresence?

    private let hasLeft = Atomic(false)
    private let hasWritten = Atomic(false)

    /// Creates the presence of a client that is connected.
    package init() {}

    /// Records that the client has closed its connection, or its direction of it.
    package func leave() {
        hasLeft.store(true, ordering: .relaxed)
    }

    /// Records that the connection's next request begins.
    package func beginRequest() {
        hasWritten.store(false, ordering: .relaxed)
    }

    /// Records that a transaction of the request begins.
    package func beginWriting() {
        hasWritten.store(true, ordering: .relaxed)
    }

    /// Whether the request has begun a transaction that may have changed something.
    package var hasBegunWriting: Bool { hasWritten.load(ordering: .relaxed) }

    /// Returns if work for the client is still to be done.
    /// - Throws: ``ClientGone`` if the work is to be dropped.
    package func require() throws(ClientGone) {
        if hasLeft.load(ordering: .relaxed), !hasWritten.load(ordering: .relaxed) { throw ClientGone() }
    }
}

/// The error of work that was dropped because its client had gone.
package struct ClientGone: Error {
    /// Creates the error.
    package init() {}
}
