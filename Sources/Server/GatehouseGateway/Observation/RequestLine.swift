// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseSites
import Logging

/// What the log says about a request.
///
/// The server logs every request. Metadata would be a table that is made, sorted and dropped for each line, so a handler
/// of this module gets the words themselves.
struct RequestLine: Sendable {
    /// The module that logs requests.
    static let source = "GatehouseGateway"

    let isFailure: Bool
    let operation: String
    let code: String
    let requestID: String
    /// The microseconds from the request's arrival to its response.
    let microseconds: Int
    var api: String?
    var cause: String?
    var client: String?
    var user: String?
    var reason: String?
    /// The number of lines with the same cause that were omitted since the one before.
    var omitted = 0
    var refusal: (any RefusalReason)?

    var level: Logger.Level { isFailure ? .error : .info }

    var message: String { isFailure ? "Request failed" : "Request answered" }

    /// The milliseconds, as a decimal number without needless zeros.
    var duration: String {
        let (whole, rest) = (microseconds / 1_000, microseconds % 1_000)
        guard rest > 0 else { return String(whole) + ".0" }
        var digits = String(rest)
        if rest % 100 == 0 {
            digits = String(rest / 100)
        } else if rest % 10 == 0 {
            digits = (rest < 100 ? "0" : "") + String(rest / 10)
        } else if rest < 100 {
            digits = (rest < 10 ? "00" : "0") + digits
        }
        return String(whole) + "." + digits
    }

    /// Hands on the words of the line, in the order of their keys; a text is made only if `use` calls it.
    func forEachWord(_ use: (_ key: LogKey, _ text: @autoclosure () -> String) -> Void) {
        let attempt = refusal?.attempt
        if let accessKey = attempt?.accessKeyID { use(.accessKey, accessKey.logWord) }
        if let action = attempt?.action { use(.action, action.logWord) }
        if let api { use(.api, api) }
        if let cause { use(.cause, cause) }
        if let client { use(.client, client) }
        use(.code, code)
        use(.duration, duration)
        if omitted > 0 { use(.omitted, String(omitted)) }
        use(.operation, operation)
        if let principal = attempt?.principal { use(.principal, principal.logWord) }
        if let reason { use(.reason, reason) }
        if let refusal { use(.refusedBy, refusal.refusedBy) }
        use(.requestID, requestID)
        if let resource = attempt?.resource { use(.resource, resource.logWord) }
        if let user { use(.user, user) }
    }

    /// The words for other handlers.
    var metadata: Logger.Metadata {
        var metadata = Logger.Metadata(minimumCapacity: 8)
        forEachWord { key, text in metadata[key] = .string(text()) }
        return metadata
    }
}

/// A handler of logs that writes the lines of requests without metadata.
protocol RequestLineHandler: LogHandler {
    /// Writes a line about a request; the caller has compared the levels.
    func log(_ request: RequestLine)
}
