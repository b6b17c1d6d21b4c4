// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The labels in logs and metrics for requests without an operation and a route, and for results.
///
/// No label contains input of a caller.
enum Label {
    static let unknown = "unknown"
    static let unread = "unread"
    static let preflight = "preflight"
    static let keyMissing = "KeyMissing"
    static let notFound = "NotFound"
    static let methodNotAllowed = "MethodNotAllowed"
    static let tooLarge = "RequestEntityTooLarge"
    static let unavailable = "Unavailable"
}
