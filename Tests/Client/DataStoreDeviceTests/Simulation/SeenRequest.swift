// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseWire

/// A request of a device for a single record: a mutation, or a look at the record.
struct SeenRequest: Sendable {
    /// The name of the operation's field, such as `updateNote`.
    let field: String
    /// The key of the record.
    let key: String
    /// The text that the request gives to the record; nil without one.
    let text: String?
    /// The version on which the change is made; nil without one.
    let version: Int64?

    /// Reads a request; nil for another one, such as a sync.
    init?(_ request: TransportRequest) {
        guard let body = try? WireValue(json: request.body), let variables = body["variables"] else { return nil }
        let input = variables["input"]
        guard let key = (input?["id"] ?? variables["id"])?.stringValue,
            let document = body["query"]?.stringValue,
            let field = document.split(separator: "{").dropFirst().first?.split(separator: "(").first
        else { return nil }
        self.field = field.split(whereSeparator: \.isWhitespace).joined()
        self.key = key
        text = input?["content"]?.stringValue
        version = input?["_version"]?.integerValue
    }

    /// Whether the request changes the record.
    var isMutation: Bool { !field.hasPrefix("get") }

    /// The version in the answer of the service; nil if the answer has errors or no record.
    func answered(_ response: TransportResponse) -> Int64? {
        guard response.status == 200, let answer = try? WireValue(json: response.body), answer["errors"] == nil else {
            return nil
        }
        return answer["data"]?[field]?["_version"]?.integerValue
    }

    /// The request in words, for a journal.
    var words: String {
        let on = version.map { " on version \($0)" } ?? ""
        return "\(field) \(key)\(text.map { " as \($0)" } ?? "")\(on)"
    }

    /// The answer in words, for a journal.
    func words(of response: TransportResponse) -> String {
        guard response.status == 200, let answer = try? WireValue(json: response.body) else {
            return "status \(response.status)"
        }
        if let error = answer["errors"]?.arrayValue?.first {
            return error["errorType"]?.stringValue ?? "an error"
        }
        guard let record = answer["data"]?[field], !record.isNull else { return "no record" }
        let version = record["_version"]?.integerValue.map { "version \($0)" } ?? "no version"
        let removed = record["_deleted"]?.boolValue == true ? ", removed" : ""
        return "\(version)\(removed), \(record["content"]?.stringValue ?? "no text")"
    }
}
