// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

extension String: WireCodable {
    package static var absent: String { "" }

    package static func read(_ value: WireValue, rule: WireRule?, reader: WireReader) -> String {
        guard let text = value.stringValue else { return reader.mismatch() }
        if let rule { reader.check(text, against: rule) }
        return text
    }

    package func wireValue(in form: WireForm) -> WireValue { .string(self) }
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
