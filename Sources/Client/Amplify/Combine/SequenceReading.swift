// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// The work of a task for a sequence whose type the task must not capture.
private protocol Reading: Sendable {
    func read() async
}

/// Reads a sequence into a publisher.
///
/// Unchecked because the caller's sequence need not be sendable: the caller gives it away, only the task reads it, and
/// what other threads call is `cancel`, which is made for that.
final class SequenceReading<Sequence: AsyncSequence>: Reading, @unchecked Sendable {
    private let sequence: Sequence
    private let relay = Relay<Sequence.Element>()
    private let running = RunningTask()

    init(_ sequence: Sequence) {
        self.sequence = sequence
        let reading: any Reading = self
        running.hold(Task { await reading.read() })
    }

    var publisher: RelayPublisher<Sequence.Element> {
        RelayPublisher(relay: relay)
    }

    func cancel() {
        (sequence as? any AmplifyCancellable)?.cancel()
        running.cancel()
    }

    func read() async {
        do {
            for try await element in sequence {
                relay.send(.value(element))
            }
            relay.send(.completion(.finished))
        } catch {
            relay.send(.completion(.failure(error)))
        }
    }
}
