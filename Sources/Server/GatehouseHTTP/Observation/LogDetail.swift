// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// How much the log says of a request.
package enum LogDetail: Sendable {
    /// Operation, code, id and duration: a log that is kept names no user.
    case operations
    /// Also the client, the user and the reason of a refusal, and no line for what pages load by themselves: for a
    /// developer's own server.
    case callers
}
