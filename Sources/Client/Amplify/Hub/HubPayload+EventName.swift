// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
