// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseText

/// A type that a member of a structure may have.
package protocol WireCodable: Sendable {
    /// The value that replaces a required value that is missing.
    static var absent: Self { get }

    /// Reads a value that is present.
    ///
    /// - Parameters:
    ///   - value: The value, never `null`.
    ///   - rule: The model's constraints on the value, if any.
    ///   - reader: Tracks the position of the value and collects its errors.
    /// - Returns: The value with its type, or the absent value if the type on the wire is another.
    static func read(_ value: WireValue, rule: WireRule?, reader: WireReader) -> Self

    /// Reads a value that is present at a place of the reader's document, as the other function reads it.
    ///
    /// - Parameters:
    ///   - place: The place of the value, which is never `null`.
    ///   - rule: The model's constraints on the value, if any.
    ///   - reader: Has the document, tracks the position of the value and collects its errors.
    /// - Returns: As the other function does.
    static func read(at place: Int, rule: WireRule?, reader: WireReader) -> Self

    /// The value as it travels.
    func wireValue(in form: WireForm) -> WireValue

    /// Writes the value as it travels in JSON.
    func writeJSON(to writer: inout JSONWriter)
}

// A value without parts is made and read, or written.
extension WireCodable {
    package static func read(at place: Int, rule: WireRule?, reader: WireReader) -> Self {
        read(reader.document.value(at: place), rule: rule, reader: reader)
    }

    package func writeJSON(to writer: inout JSONWriter) {
        writer.write(wireValue(in: .json))
    }
}

/// The manner in which values travel.
package enum WireForm: Sendable, Hashable {
    /// AWS JSON 1.1: numbers and truth values are themselves, times are seconds since 1970.
    case json
    /// AWS query: everything is text, times are ISO 8601; answers are XML.
    case query
}

extension String: WireCodable {
    package static var absent: String { "" }

    package static func read(_ value: WireValue, rule: WireRule?, reader: WireReader) -> String {
        guard let text = value.stringValue else { return reader.mismatch() }
        if let rule { reader.check(text, against: rule) }
        return text
    }

    package func wireValue(in form: WireForm) -> WireValue { .string(self) }

    package func writeJSON(to writer: inout JSONWriter) { writer.write(self) }
}

extension Int64: WireCodable {
    package static var absent: Int64 { 0 }

    package static func read(_ value: WireValue, rule: WireRule?, reader: WireReader) -> Int64 {
        let number = reader.form == .query ? value.stringValue.flatMap(Int64.init) : value.integerValue
        guard let number else { return reader.mismatch() }
        if let rule { reader.check(number, against: rule) }
        return number
    }

    package func wireValue(in form: WireForm) -> WireValue { form == .query ? .string(String(self)) : .integer(self) }
}

extension Int: WireCodable {
    package static var absent: Int { 0 }

    package static func read(_ value: WireValue, rule: WireRule?, reader: WireReader) -> Int {
        Int(exactly: Int64.read(value, rule: rule, reader: reader)) ?? reader.mismatch()
    }

    package func wireValue(in form: WireForm) -> WireValue { Int64(self).wireValue(in: form) }
}

extension Bool: WireCodable {
    package static var absent: Bool { false }

    package static func read(_ value: WireValue, rule: WireRule?, reader: WireReader) -> Bool {
        switch (reader.form, value) {
        case (.json, .bool(let flag)): flag
        case (.query, .string("true")): true
        case (.query, .string("false")): false
        default: reader.mismatch()
        }
    }

    package func wireValue(in form: WireForm) -> WireValue {
        form == .query ? .string(self ? "true" : "false") : .bool(self)
    }
}

extension Date: WireCodable {
    package static var absent: Date { Date(timeIntervalSince1970: 0) }

    package static func read(_ value: WireValue, rule: WireRule?, reader: WireReader) -> Date {
        let date =
            if let text = value.stringValue {
                WireTimestamp.date(iso8601: text)
            } else {
                value.doubleValue.flatMap(WireTimestamp.date(epochSeconds:))
            }
        return date ?? reader.mismatch()
    }

    package func wireValue(in form: WireForm) -> WireValue {
        form == .query ? .string(WireTimestamp.iso8601(self)) : WireTimestamp.epochSeconds(self)
    }
}

extension Data: WireCodable {
    package static var absent: Data { Data() }

    package static func read(_ value: WireValue, rule: WireRule?, reader: WireReader) -> Data {
        guard let text = value.stringValue, let bytes = Data(base64Encoded: text) else { return reader.mismatch() }
        if let rule { reader.check(bytes, against: rule) }
        return bytes
    }

    package func wireValue(in form: WireForm) -> WireValue { .string(base64EncodedString()) }
}

/// A document of the model: any JSON at all.
extension WireValue: WireCodable {
    package static var absent: WireValue { .object([:]) }

    /// Takes any value; an object may also come as a string that contains it, as published samples send it.
    package static func read(_ value: WireValue, rule: WireRule?, reader: WireReader) -> WireValue {
        guard case .string(let text) = value else { return value }
        guard !reader.isStrict || StreamSafeText.contains(json: text.utf8) else { return reader.mismatch() }
        do {
            let document = try WireValue(json: Data(text.utf8))
            return document.objectValue == nil ? value : document
        } catch {
            // A string without valid JSON is a document, too: it remains a string.
            return value
        }
    }

    package func wireValue(in form: WireForm) -> WireValue { self }
}
