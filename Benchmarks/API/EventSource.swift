// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore

/// A service that sends events to subscriptions at a fixed rate, in a process of its own: this program with a command.
enum EventSource {
    /// The name of the command.
    static let command = "event-source"

    /// Serves until its standard input ends.
    ///
    /// - Parameter arguments: the number of events, and how many of them are sent in a second.
    /// - Throws: the error of the sockets, or of other arguments.
    static func run(_ arguments: [String]) async throws {
        let numbers = arguments.compactMap(Int.init)
        guard numbers.count == 2 else { throw IncompleteAnswer(from: "the command line") }
        try await SourceProcess.serve {
            try $0.pipeline.syncOperations.addHandler(
                EventSourceHandler(events: numbers[0], perSecond: numbers[1]))
        }
    }
}
