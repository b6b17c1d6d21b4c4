// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// Passes events on to subscribers, and keeps the events before the first subscriber.
final class Relay<Element>: Sendable {
    /// Unchecked because elements need not be sendable: each is handed on once and not kept.
    enum Event: @unchecked Sendable {
        case value(Element)
        case completion(Subscribers.Completion<any Error>)
    }

    private struct State {
        var waiting: [Event] = []
        var isOpen = false
    }

    private let state = Mutex(State())
    private let subject = SharedSubject<Element, any Error>()

    func send(_ event: Event) {
        let isOpen = state.withLock { state in
            if !state.isOpen {
                state.waiting.append(event)
            }
            return state.isOpen
        }
        if isOpen {
            pass(event)
        }
    }

    func attach<Downstream: Subscriber>(_ subscriber: Downstream)
    where Downstream.Input == Element, Downstream.Failure == any Error {
        subject.value.receive(subscriber: subscriber)
        // Opens only once nothing waits, so that no later event overtakes an earlier one.
        while let events = takeWaiting() {
            events.forEach(pass)
        }
    }

    private func takeWaiting() -> [Event]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isOpen = true
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    private func pass(_ event: Event) {
        switch event {
        case .value(let element): subject.value.send(element)
        case .completion(let completion): subject.value.send(completion: completion)
        }
    }
}

/// The publishing side of a relay.
struct RelayPublisher<Output>: Publisher {
    typealias Failure = any Error

    let relay: Relay<Output>

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == any Error {
        relay.attach(subscriber)
    }
}

/// The work of a task for a sequence whose type the task must not capture.
private protocol Reading: Sendable {
    func read() async
}

/// Reads a sequence into a publisher.
///
/// Unchecked because the caller's sequence need not be sendable: the caller gives it away, only the task reads it, and
/// other threads call only `cancel`, which is safe for them.
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
