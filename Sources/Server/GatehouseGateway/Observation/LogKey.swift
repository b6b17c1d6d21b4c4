// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Logging

/// The keys of the metadata that the gateway logs.
///
/// Messages are constants, and contents of bodies are never logged.
enum LogKey: String {
    /// The operation's name, or the document's.
    case operation
    /// `OK`, or the code of the fault.
    case code
    /// The milliseconds from the request's arrival to its response.
    case duration = "duration_ms"
    /// The id of the response's header `x-amzn-RequestId`.
    case requestID = "request_id"
    /// The number of lines with the same cause that were omitted since the one before.
    case omitted
    /// The type and text of an unexpected error.
    case cause
    /// The id of the data API of a request.
    case api
    /// The reason of a refusal, as in the response, or what only the log may say about it.
    case reason
    /// What refuses a signed or federated call; the words of `RefusalReason`.
    case refusedBy = "refused_by"
    /// The ARN of the refused caller, or the identity provider of a person.
    case principal
    /// The access key of a refused signature, as the request has it.
    case accessKey = "access_key"
    /// The action that policies refuse.
    case action
    /// The ARN that the action is about.
    case resource
    /// The request's app client, for developers of apps.
    case client
    /// The request's user, for developers of apps; for exchanges of tokens the id of the user, in every log.
    case user
    /// The queue that is too long.
    case queue
    /// The part of the server's life to which a line belongs.
    case phase
}

extension Logger.Metadata {
    subscript(key: LogKey) -> Logger.MetadataValue? {
        get { self[key.rawValue] }
        set { self[key.rawValue] = newValue }
    }
}
