// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Logging

/// The keys of the metadata that the gateway logs.
///
/// Messages are constants, and nothing of a body is ever logged.
enum LogKey: String {
    /// The operation's name, or the document's.
    case operation
    /// `OK`, or the name of the fault.
    case code
    /// Milliseconds from the request's arrival to its answer.
    case duration = "duration_ms"
    /// The id that the answer carries in `x-amzn-RequestId`.
    case requestID = "request_id"
    /// The type and text of an unforeseen error.
    case cause
    /// Why a request was refused, in the words of the answer.
    case reason
    /// The app client that a request names; for people who develop an app.
    case client
    /// The user that a request names; for people who develop an app.
    case user
}

extension Logger.Metadata {
    subscript(key: LogKey) -> Logger.MetadataValue? {
        get { self[key.rawValue] }
        set { self[key.rawValue] = newValue }
    }
}
