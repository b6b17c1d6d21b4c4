// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseWire

/// An answer before it has the type of the request (GraphQL specification of June 2018, section 7.1).
///
/// Numbers keep their 64 bits on the way, which `JSONValue` cannot.
struct GraphQLAnswer: Sendable {
    /// Nil for null, too.
    private let data: WireValue?
    /// Empty for null and without errors.
    private let errors: [GraphQLError]
    private let source: Source

    /// What the answer was read from.
    private enum Source {
        case body(Data)
        case payload(WireValue)
    }

    /// Reads the body of an answer.
    ///
    /// - Throws: `.operationError` if it is not a JSON object, `.unknown` for an object that is not an answer.
    init(body: Data) throws(APIError) {
        let value: WireValue
        do throws(WireSyntaxError) {
            value = try WireValue(json: body)
        } catch {
            throw Self.notJSON(error)
        }
        try self.init(value, .body(body))
    }

    /// Reads the payload of an event.
    ///
    /// - Throws: as for the body of an answer.
    init(payload: WireValue) throws(APIError) {
        try self.init(payload, .payload(payload))
    }

    private init(_ value: WireValue, _ source: Source) throws(APIError) {
        guard let members = value.objectValue else { throw Self.notJSON(nil) }
        let errors = members["errors"] ?? .null
        guard let list = errors.isNull ? [] : errors.arrayValue else {
            throw .unknown("The GraphQL response containing errors should be an array", "Service issue")
        }
        let isNull = members["data"]?.isNull ?? true
        data = isNull ? Optional.none : members["data"]
        self.errors = list.map(GraphQLError.init)
        self.source = source
        guard data != nil || !list.isEmpty else {
            throw .unknown(
                "The service returned some data without any `data` and `errors`",
                "The service did not return an expected GraphQL response")
        }
    }

    /// The answer as text, for errors.
    private var text: String {
        switch source {
        case .body(let body): String(decoding: body, as: UTF8.self)
        case .payload(let payload): String(decoding: payload.jsonBytes(), as: UTF8.self)
        }
    }

    private static func notJSON(_ cause: (any Error)?) -> APIError {
        .failure(.foreignAnswer, suggestion: "Service issue", cause)
    }

    /// The answer in the type of a request.
    ///
    /// - Parameters:
    ///   - type: the type; `String` for the text of the JSON.
    ///   - path: the path to the value below `data`; nil for `data` itself.
    ///   - origin: the source of the relations of records.
    /// - Returns: the value, or the errors in the answer.
    /// - Throws: `.operationError` if the path leads nowhere.
    func response<R: Decodable & Sendable>(
        as type: R.Type, at path: String?, from origin: AnswerOrigin
    ) throws(APIError) -> GraphQLResponse<R> {
        guard let data, errors.isEmpty || !isRefused(data, path) else { return .failure(.error(errors)) }
        let value = try Self.value(in: data, at: path)
        do {
            let decoded = try decode(type, value, Self.way(to: path), origin)
            return errors.isEmpty ? .success(decoded) : .failure(.partial(decoded, errors))
        } catch {
            let reason = APIError.operationError(
                "The data is not a \(R.self): \(Self.reason(error, below: Self.way(to: path)))",
                "Compare the type with the selection of the document", error)
            return .failure(.transformationError(text, reason))
        }
    }

    /// Whether the errors explain the absence of the whole value.
    private func isRefused(_ data: WireValue, _ path: String?) -> Bool {
        guard let members = data.objectValue else { return false }
        if let root = path.flatMap(Self.names)?.first { return members[root]?.isNull ?? true }
        return members.values.allSatisfy(\.isNull)
    }

    private static func names(_ path: String) -> [String] {
        path.split(separator: ".").map(String.init)
    }

    private static func value(in data: WireValue, at path: String?) throws(APIError) -> WireValue {
        guard let path else { return data }
        var found = data
        for name in names(path) {
            guard let member = found[name] else {
                throw .failure(.missingValue, detail: path)
            }
            found = member
        }
        return found
    }

    /// The names of the members on the way to a value, from the whole answer on.
    private static func way(to path: String?) -> [String] {
        ["data"] + (path.map(names) ?? [])
    }

    private func decode<R: Decodable>(
        _ type: R.Type, _ value: WireValue, _ way: [String], _ origin: AnswerOrigin
    ) throws -> R {
        if type == String.self, let text = String(decoding: value.json(), as: UTF8.self) as? R { return text }
        var relations = RelationMarks()
        let marked = type == JSONValue.self ? nil : relations.markedCopy(of: value)
        let decoder = JSONDecoder(dateDecodingStrategy: .custom(Self.date))
        // The body has a value without marks as it is, so that it need not be written once more.
        if marked == nil, case .body(let body) = source, let key = CodingUserInfoKey.wayToAnswer {
            decoder.setOrigin(origin.below(way.count))
            decoder.userInfo[key] = way
            return try decoder.decode(AnswerBelow<R>.self, from: body).value
        }
        decoder.setOrigin(origin)
        return try decoder.decode(type, from: (marked ?? value).unorderedJSON())
    }

    /// Reads a date of AppSync: `AWSDateTime`, with or without decimals of the second, or another form of models.
    @Sendable private static func date(_ decoder: any Decoder) throws -> Date {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        if let date = WireTimestamp.date(iso8601: text) { return date }
        for style in [Date.ISO8601FormatStyle(includingFractionalSeconds: true), Date.ISO8601FormatStyle()] {
            if let date = try? Date(text, strategy: style) { return date }
        }
        if let moment = try? Temporal.DateTime(iso8601String: text) { return moment.foundationDate }
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "The text is not a date and a time.")
    }

    /// The place and the kind of a wrong value, without the value.
    private static func reason(_ error: any Error, below way: [String]) -> String {
        switch error as? DecodingError {
        case .typeMismatch(let type, let context): "\(place(context, way)) is not a \(type)"
        case .valueNotFound(let type, let context): "\(place(context, way)) has no value for a \(type)"
        case .keyNotFound(let key, let context): "\(place(context, way)) has no member \(key.stringValue)"
        case .dataCorrupted(let context): "\(place(context, way)) is not valid"
        case nil: "the type refuses it"
        @unknown default: "it cannot be decoded"
        }
    }

    private static func place(_ context: DecodingError.Context, _ way: [String]) -> String {
        var names = context.codingPath.map(\.stringValue)
        if names.starts(with: way) { names.removeFirst(way.count) }
        return names.isEmpty ? "the value" : names.joined(separator: ".")
    }
}

extension CodingUserInfoKey {
    /// The names of the members on the way to the value of an answer.
    fileprivate static let wayToAnswer = CodingUserInfoKey(rawValue: "gatehouse.wayToAnswer")
}

/// The value of an answer inside its body.
private struct AnswerBelow<R: Decodable>: Decodable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    let value: R

    init(from decoder: any Decoder) throws {
        let way = CodingUserInfoKey.wayToAnswer.flatMap { decoder.userInfo[$0] } as? [String] ?? []
        guard let last = way.last else {
            value = try R(from: decoder)
            return
        }
        var members = try decoder.container(keyedBy: Name.self)
        for name in way.dropLast() {
            members = try members.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: name))
        }
        value = try members.decode(R.self, forKey: Name(stringValue: last))
    }
}

extension GraphQLError {
    private static let own: Set<WireName> = ["message", "locations", "path", "extensions"]

    /// Reads an error; members that are not in the specification become extensions.
    ///
    /// An error without a message has the name of its type as message, so that no error is lost.
    init(_ value: WireValue) {
        let members = value.objectValue ?? [:]
        var extensions = members["extensions"]?.objectValue ?? [:]
        for (name, value) in members where !Self.own.contains(name) && extensions[name] == nil {
            extensions[name] = value
        }
        self.init(
            message: members["message"]?.stringValue ?? members["errorType"]?.stringValue ?? "",
            locations: members["locations"]?.arrayValue?.compactMap(Location.init),
            path: members["path"]?.arrayValue?.map(JSONValue.init),
            extensions: extensions.isEmpty ? nil : JSONValue(.object(extensions)).asObject
        )
    }

    /// The service's name for the kind of the error.
    var errorType: String? { extensions?["errorType"]?.stringValue }
}

extension GraphQLError.Location {
    fileprivate init?(_ value: WireValue) {
        guard let line = value["line"]?.integerValue, let column = value["column"]?.integerValue else { return nil }
        self.init(line: Int(line), column: Int(column))
    }
}

extension JSONValue {
    /// The same value; whole numbers beyond 2^53 lose digits.
    fileprivate init(_ value: WireValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let value): .boolean(value)
            case .integer(let value): .number(Double(value))
            case .double(let value): .number(value)
            case .string(let value): .string(value)
            case .array(let elements): .array(elements.map(JSONValue.init))
            case .object(let members):
                .object(Dictionary(members.map { ($0.key.text, JSONValue($0.value)) }) { first, _ in first })
            }
    }
}
