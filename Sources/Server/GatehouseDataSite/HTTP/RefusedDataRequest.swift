// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// The reason why the credentials of a request are refused, for the log.
enum RefusedCredentials: String, RefusalReason {
    /// The API has no such key.
    case keyUnknown = "api_key_unknown"
    case keyExpired = "api_key_expired"
    /// The request has no credentials of a mode that the API accepts.
    case missing = "credentials_missing"
    /// The request has several keys or tokens.
    case several = "credentials_several"
    /// The API does not accept the mode of the credentials.
    case mode = "mode_not_accepted"

    var refusedBy: String { rawValue }
}

/// The reasons why a request, or parts of it, are refused, for the log: the words of the metrics.
struct RefusedDataRequest: RefusalReason {
    let refusedBy: String

    /// The reasons in one text, sorted; `nil` without any.
    init?(_ reasons: Set<DataRequestReport.Refusal>) {
        guard !reasons.isEmpty else { return nil }
        refusedBy = reasons.map(\.rawValue).sorted().joined(separator: ",")
    }
}
