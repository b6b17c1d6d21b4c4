// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Logging

extension LogEvent {
    /// Whether the line of the event has room in the buffer also after lines of requests were dropped.
    var isUrgent: Bool { level >= .critical || metadata?[.phase] != nil }
}

extension Logger.Metadata {
    /// The metadata of the lines about the end of the server.
    package static let shutdown: Logger.Metadata = [LogKey.phase.rawValue: "shutdown"]
}
