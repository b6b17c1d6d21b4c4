// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Names of what is not an operation, for logs and metrics.
///
/// No label comes from a caller.
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
