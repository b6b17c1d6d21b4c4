// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The amount of detail in the log of requests.
package enum LogDetail: Sendable {
    /// Operation, code, id and duration; the log contains no user names.
    case operations
    /// Also the client, the user and the reason of a refusal, without lines for requests that pages repeat
    /// automatically; for a developer's own server.
    case callers
}
