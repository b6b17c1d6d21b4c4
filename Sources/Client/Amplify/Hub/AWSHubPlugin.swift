// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Foundation
import Synchronization

/// The built-in Hub plugin: delivers events inside the process, each listener's in the order of dispatch.
public final class AWSHubPlugin: HubCategoryPlugin {
    /// `awsHubPlugin`.
    public static var key: String { "awsHubPlugin" }

    /// `awsHubPlugin`.
    public var key: String { Self.key }

    private let subscribers = Mutex<[HubChannel: [UnsubscribeToken: HubSubscriber]]>([:])
    private let audience: HubAudience

    /// Makes the plugin.
    public init() {
        audience = HubAudience()
    }

    /// Makes a plugin whose subscriptions belong to an audience.
    init(audience: HubAudience) {
        self.audience = audience
    }

    /// Needs no configuration.
    public func configure(using configuration: Any?) throws {}

    /// Ends all subscriptions.
    public func reset() async {
        let ended = subscribers.withLock { subscribers in
            let ended = subscribers.values.flatMap(\.values)
            subscribers = [:]
            audience.lose(ended.count)
            return ended
        }
        ended.forEach { $0.stop() }
    }

    /// Whether the subscription lasts.
    public func hasListener(withToken token: UnsubscribeToken) -> Bool {
        subscribers.withLock { $0[token.channel]?[token] != nil }
    }
}

extension AWSHubPlugin: HubCategoryBehavior {
    /// Sends an event to all listeners of the channel, without waiting for them.
    public func dispatch(to channel: HubChannel, payload: HubPayload) {
        let listening = subscribers.withLock { $0.isEmpty ? nil : $0[channel]?.values }
        listening?.forEach { $0.deliver(payload) }
    }

    /// Calls the listener for each later event of that name on the channel.
    @preconcurrency
    public func listen(
        to channel: HubChannel,
        eventName: HubPayloadEventName,
        listener: @escaping HubListener
    ) -> UnsubscribeToken {
        listen(to: channel, isIncluded: HubFilters.forEventName(eventName), listener: listener)
    }

    /// Calls the listener for each later event on the channel that passes the filter.
    @preconcurrency
    public func listen(
        to channel: HubChannel,
        isIncluded filter: HubFilter? = nil,
        listener: @escaping HubListener
    ) -> UnsubscribeToken {
        let token = UnsubscribeToken(channel: channel, id: UUID())
        let subscriber = HubSubscriber(filter: filter, listener: listener)
        subscribers.withLock { subscribers in
            subscribers[channel, default: [:]][token] = subscriber
            audience.gain()
        }
        return token
    }

    /// Ends a subscription: no delivery begins after this.
    public func removeListener(_ token: UnsubscribeToken) {
        let ended = subscribers.withLock { subscribers in
            let subscriber = subscribers[token.channel]?.removeValue(forKey: token)
            if subscriber != nil { audience.lose(1) }
            if subscribers[token.channel]?.isEmpty == true {
                subscribers[token.channel] = nil
            }
            return subscriber
        }
        ended?.stop()
    }
}

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
