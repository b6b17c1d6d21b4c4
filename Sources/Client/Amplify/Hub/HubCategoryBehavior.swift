// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

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

/// Filters for the events that a listener receives.
public enum HubFilters {
    /// Events that pass every filter.
    @preconcurrency
    public static func all(filters: HubFilter...) -> HubFilter {
        { payload in filters.allSatisfy { $0(payload) } }
    }

    /// Events that pass at least one filter.
    @preconcurrency
    public static func any(filters: HubFilter...) -> HubFilter {
        { payload in filters.contains { $0(payload) } }
    }

    /// Events of that name.
    public static func forEventName(_ eventName: HubPayloadEventName) -> HubFilter {
        { payload in payload.eventName == eventName }
    }

    /// Events about that operation.
    public static func forOperation<Request: AmplifyOperationRequest>(
        _ operation: AmplifyOperation<Request, some Any, some AmplifyError>
    ) -> HubFilter {
        let id = operation.id
        return { payload in (payload.context as? any OperationContext)?.operationId == id }
    }
}

/// Identifies a subscription, to end it.
///
/// Two tokens with the same id are the same.
public struct UnsubscribeToken: Hashable, Sendable {
    let channel: HubChannel
    let id: UUID

    /// Makes a token.
    public init(channel: HubChannel, id: UUID) {
        self.channel = channel
        self.id = id
    }

    /// Whether both have the same id.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.id == rhs.id
    }

    /// Adds the id.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}
