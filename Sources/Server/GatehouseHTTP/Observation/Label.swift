// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The labels in logs and metrics for requests that are not operations, and for their results.
///
/// No label contains input of a caller.
enum Label {
    static let unknown = "unknown"
    static let unread = "unread"
    static let preflight = "preflight"
    static let keys = "jwks"
    static let discovery = "openid-configuration"
    static let health = "health"
    static let metrics = "metrics"
    static let outbox = "outbox"
    static let passkeys = "passkeys"
    static let overview = "overview"
    static let reset = "reset"
    static let keyMissing = "KeyMissing"
    static let importUpload = "import-upload"
    static let notFound = "NotFound"
    static let methodNotAllowed = "MethodNotAllowed"
    static let tooLarge = "RequestEntityTooLarge"
    static let unavailable = "Unavailable"
}
