// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Synchronization

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// Publishes the states of the network towards one server, and reports each return of the network.
final class ReachabilityWatch: Sendable {
    /// Unchecked because subjects are classes without the mark; they guard their state by locks of their own.
    private struct States: @unchecked Sendable {
        /// The last state; nil until the first is known.
        let subject = CurrentValueSubject<Bool?, Never>(nil)
    }

    private let states = States()
    private let reading: Task<Void, Never>

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - updates: the state now, and each later one.
    ///   - network: wakes those who wait when there is a way to the server again.
    init(_ updates: AsyncStream<Bool>, network: NetworkReturn) {
        let states = states
        // Publishers outlive the call that asks for them, so no task of a caller can read for them.
        reading = Task {
            var wasOnline = true
            for await isOnline in updates {
                states.subject.send(isOnline)
                if isOnline, !wasOnline { network.report() }
                wasOnline = isOnline
            }
        }
    }

    deinit { end() }

    /// Ends the publishers.
    func end() {
        reading.cancel()
        states.subject.send(completion: .finished)
    }

    /// The state now, as soon as it is known, and each change.
    var publisher: AnyPublisher<ReachabilityUpdate, Never> {
        states.subject
            .compactMap(\.self)
            .removeDuplicates()
            .map { ReachabilityUpdate(isOnline: $0) }
            .eraseToAnyPublisher()
    }
}
