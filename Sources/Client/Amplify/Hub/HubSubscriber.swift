// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Synchronization

/// One listener with its filter, and the queue that keeps its events in order without holding up other listeners.
final class HubSubscriber: Sendable {
    private static let background = DispatchQueue(label: "amplify.hub", attributes: .concurrent)

    private let filter: HubFilter?
    private let listener: HubListener
    private let queue = DispatchQueue(label: "amplify.hub.listener", target: background)
    private let isListening = Atomic(true)

    init(filter: HubFilter?, listener: @escaping HubListener) {
        self.filter = filter
        self.listener = listener
    }

    func deliver(_ payload: HubPayload) {
        queue.async { [self] in
            guard isListening.load(ordering: .acquiring), filter?(payload) ?? true else { return }
            listener(payload)
        }
    }

    /// Drops also those events that wait in the queue.
    func stop() {
        isListening.store(false, ordering: .releasing)
    }
}
