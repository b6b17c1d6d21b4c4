// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The labels in logs and metrics for requests without an operation and a route, and for results.
///
/// No label contains input of a caller.
package enum Label {
    /// A request without an operation, or a text that is in no closed list.
    package static let unknown = "unknown"
    /// A request whose body was not read.
    package static let unread = "unread"
    /// A browser's question which requests other origins may send.
    package static let preflight = "preflight"
    /// A request for a developer's page without the key.
    package static let keyMissing = "KeyMissing"
    /// A path without a route.
    package static let notFound = "NotFound"
    /// A method that the path does not have.
    package static let methodNotAllowed = "MethodNotAllowed"
    /// A body over the limit.
    package static let tooLarge = "RequestEntityTooLarge"
    /// A request of plain HTTP at the path of a WebSocket.
    package static let upgradeRequired = "UpgradeRequired"
    /// A server that is not ready.
    package static let unavailable = "Unavailable"
}
