// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
    /// From `Amplify.Hub` they come on the thread that dispatches them.
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
