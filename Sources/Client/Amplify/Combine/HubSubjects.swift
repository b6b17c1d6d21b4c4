// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// The subjects behind Hub's publishers: they emit on the thread that dispatches.
final class HubSubjects: Sendable {
    private let subjects = Mutex<[HubChannel: SharedSubject<HubPayload, Never>]>([:])

    func send(_ payload: HubPayload, to channel: HubChannel) {
        let subject = subjects.withLock { $0.isEmpty ? nil : $0[channel] }
        subject?.value.send(payload)
    }

    func publisher(for channel: HubChannel) -> AnyPublisher<HubPayload, Never> {
        let subject = subjects.withLock { subjects in
            let subject = subjects[channel] ?? SharedSubject()
            subjects[channel] = subject
            return subject
        }
        return subject.value.eraseToAnyPublisher()
    }
}
