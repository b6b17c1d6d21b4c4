// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A closure that receives events.
///
/// Called on a background queue, one event at a time.
public typealias HubListener = @Sendable (HubPayload) -> Void

/// A closure that returns whether a listener receives an event.
public typealias HubFilter = @Sendable (HubPayload) -> Bool

/// The operations of the Hub category.
public protocol HubCategoryBehavior {
    /// Sends an event to everyone who listens to the channel, without waiting for them.
    func dispatch(to channel: HubChannel, payload: HubPayload)

    /// Calls the listener for each later event of that name on the channel.
    @preconcurrency
    func listen(
        to channel: HubChannel,
        eventName: HubPayloadEventName,
        listener: @escaping HubListener
    ) -> UnsubscribeToken

    /// Calls the listener for each later event on the channel that passes the filter.
    @preconcurrency
    func listen(
        to channel: HubChannel,
        isIncluded filter: HubFilter?,
        listener: @escaping HubListener
    ) -> UnsubscribeToken

    /// Ends a subscription: no delivery begins after this.
    func removeListener(_ token: UnsubscribeToken)
}

/// A plugin that delivers events.
public protocol HubCategoryPlugin: Plugin, HubCategoryBehavior {}

extension HubCategoryPlugin {
    /// Hub.
    public var categoryType: CategoryType { .hub }
}
