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

extension HubPayload.EventName {
    /// Events of the Auth category.
    public struct Auth {}

    /// Events of the library itself.
    public struct Amplify {}

    /// Events of the API category.
    public struct API {}

    /// Events of the Logging category.
    public struct Logging {}
}

extension HubPayload.EventName.Amplify {
    /// The library was configured; sent to every built-in channel, without data.
    public static let configured = "Amplify.configured"
}

extension HubPayload.EventName.Auth {
    /// A user signed in; without data.
    public static let signedIn = "Auth.signedIn"

    /// The user signed out; without data.
    public static let signedOut = "Auth.signedOut"

    /// The user was deleted; without data.
    public static let userDeleted = "Auth.userDeleted"

    /// The user has to sign in again; without data.
    public static let sessionExpired = "Auth.sessionExpired"
}

extension HubPayload.EventName.Logging {
    /// A logging plugin could not write a message; the data depends on the plugin.
    public static let writeLogFailure = "Logging.writeLogFailure"

    /// A logging plugin could not send its messages to a service; the data depends on the plugin.
    public static let flushLogFailure = "Logging.flushLogFailure"
}

/// A channel of events.
public enum HubChannel: Hashable, Sendable {
    case analytics, api, auth, dataStore, geo, hub, logging, predictions, pushNotifications, storage

    /// A channel of the app's own.
    case custom(String)

    /// The channel of a category.
    public init(from categoryType: CategoryType) {
        switch categoryType {
        case .analytics: self = .analytics
        case .api: self = .api
        case .auth: self = .auth
        case .dataStore: self = .dataStore
        case .geo: self = .geo
        case .hub: self = .hub
        case .logging: self = .logging
        case .predictions: self = .predictions
        case .pushNotifications: self = .pushNotifications
        case .storage: self = .storage
        }
    }

    /// The channels of all categories.
    static let builtIn = CategoryType.allCases.map(HubChannel.init(from:))
}
