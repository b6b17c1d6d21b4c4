// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

/// The events of a channel.
public typealias HubPublisher = AnyPublisher<HubPayload, Never>

extension HubCategoryBehavior {
    /// The later events of the channel.
    ///
    /// `Amplify.Hub` delivers them on the thread that dispatches them.
    public func publisher(for channel: HubChannel) -> HubPublisher {
        if let category = self as? HubCategory {
            return category.subjects.publisher(for: channel)
        }
        return listening(to: channel)
    }

    private func listening(to channel: HubChannel) -> HubPublisher {
        let subject = SharedSubject<HubPayload, Never>()
        let token = listen(to: channel, isIncluded: nil) { subject.value.send($0) }
        return subject.value
            .handleEvents(receiveCancel: { removeListener(token) })
            .eraseToAnyPublisher()
    }
}

/// The subjects behind Hub's publishers: they emit on the thread that dispatches.
final class HubSubjects: Sendable {
    private let subjects = Mutex<[HubChannel: SharedSubject<HubPayload, Never>]>([:])
    private let audience: HubAudience

    init(audience: HubAudience) {
        self.audience = audience
    }

    func send(_ payload: HubPayload, to channel: HubChannel) {
        let subject = subjects.withLock { $0.isEmpty ? nil : $0[channel] }
        subject?.value.send(payload)
    }

    func publisher(for channel: HubChannel) -> AnyPublisher<HubPayload, Never> {
        let subject = subjects.withLock { subjects in
            let subject = subjects[channel] ?? SharedSubject()
            if subjects.updateValue(subject, forKey: channel) == nil { audience.gain() }
            return subject
        }
        return subject.value.eraseToAnyPublisher()
    }
}

/// A subject that several threads use.
///
/// Unchecked because subjects are classes without the mark; they guard their state by locks of their own.
struct SharedSubject<Output, Failure: Error>: @unchecked Sendable {
    let value = PassthroughSubject<Output, Failure>()
}
