// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// The publishing side of a relay.
struct RelayPublisher<Output>: Publisher {
    typealias Failure = any Error

    let relay: Relay<Output>

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == any Error {
        relay.attach(subscriber)
    }
}
