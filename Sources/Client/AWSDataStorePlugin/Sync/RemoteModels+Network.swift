// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

extension RemoteModels {
    /// Whether the network reaches the API: the state now and each change; nothing if the API plugin does not watch it.
    func networkStates() -> AsyncStream<Bool> {
        let (states, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
        guard let publisher = try? api.reachabilityPublisher() else {
            continuation.finish()
            return states
        }
        let watching = Watching(
            publisher.sink(
                receiveCompletion: { _ in continuation.finish() },
                receiveValue: { update in continuation.yield(update.isOnline) }))
        continuation.onTermination = { _ in watching.end() }
        return states
    }
}

/// The subscription of a publisher.
///
/// Unchecked because the class of the subscription does not have the mark: only `cancel` is called, from any thread, which
/// it is made for.
private struct Watching: @unchecked Sendable {
    private let subscription: AnyCancellable

    init(_ subscription: AnyCancellable) {
        self.subscription = subscription
    }

    func end() { subscription.cancel() }
}
