// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The name of an event, such as `Auth.signedIn`.
public typealias HubPayloadEventName = String

/// Something that has an event name.
public protocol HubPayloadEventNameable {
    /// The name.
    var eventName: HubPayloadEventName { get }
}

/// An event.
///
/// Unchecked because context and data may be of any type: the sender does not use them after it dispatched the
/// payload, and listeners only read them.
public struct HubPayload: @unchecked Sendable {
    /// The names of the library's events, by category.
    public struct EventName {}

    /// The name of the event.
    public let eventName: HubPayloadEventName

    /// The context of the event, such as an `AmplifyOperationContext`.
    public let context: Any?

    /// The data of the event; its type depends on the event.
    public let data: Any?

    /// Makes an event.
    public init(eventName: String, context: Any? = nil, data: Any? = nil) {
        self.eventName = eventName
        self.context = context
        self.data = data
    }
}
