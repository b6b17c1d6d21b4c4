// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseWire

/// A value in a condition of a policy, with its operator.
enum ConditionValue: Sendable, Equatable {
    case text(PolicyPattern, ignoringCase: Bool)
    case arn(PolicyPattern)
    case number(Double, Comparison)
    case moment(Double, Comparison)
    case flag(Bool)
    case networks(NetworkList)
    /// Whether the key must be missing.
    case absence(Bool)

    /// How a value of the request is compared with the policy's.
    enum Comparison: Sendable, Equatable {
        case equal
        case less
        case lessOrEqual
        case greater
        case greaterOrEqual

        func holds(_ left: Double, _ right: Double) -> Bool {
            switch self {
            case .equal: left == right
            case .less: left < right
            case .lessOrEqual: left <= right
            case .greater: left > right
            case .greaterOrEqual: left >= right
            }
        }
    }

    /// Reads a value of a policy.
    /// - Throws: ``AccessFlaw`` for a text that has not the operator's form.
    init(_ text: String, of condition: ConditionOperator, hasVariables: Bool) throws(AccessFlaw) {
        switch condition {
        case .stringEquals, .stringNotEquals:
            self = .text(try PolicyPattern(text, hasWildcards: false, hasVariables: hasVariables), ignoringCase: false)
        case .stringEqualsIgnoreCase, .stringNotEqualsIgnoreCase:
            self = .text(try PolicyPattern(text, hasWildcards: false, hasVariables: hasVariables), ignoringCase: true)
        case .stringLike, .stringNotLike:
            self = .text(try PolicyPattern(text, hasWildcards: true, hasVariables: hasVariables), ignoringCase: false)
        case .arnEquals, .arnNotEquals, .arnLike, .arnNotLike:
            self = .arn(try PolicyPattern(text, hasWildcards: true, hasVariables: hasVariables))
        case .numericEquals, .numericNotEquals: self = .number(try Self.number(text), .equal)
        case .numericLessThan: self = .number(try Self.number(text), .less)
        case .numericLessThanEquals: self = .number(try Self.number(text), .lessOrEqual)
        case .numericGreaterThan: self = .number(try Self.number(text), .greater)
        case .numericGreaterThanEquals: self = .number(try Self.number(text), .greaterOrEqual)
        case .dateEquals, .dateNotEquals: self = .moment(try Self.moment(text), .equal)
        case .dateLessThan: self = .moment(try Self.moment(text), .less)
        case .dateLessThanEquals: self = .moment(try Self.moment(text), .lessOrEqual)
        case .dateGreaterThan: self = .moment(try Self.moment(text), .greater)
        case .dateGreaterThanEquals: self = .moment(try Self.moment(text), .greaterOrEqual)
        case .bool: self = .flag(try Self.flag(text))
        case .null: self = .absence(try Self.flag(text))
        case .ipAddress, .notIpAddress:
            guard !text.utf8.contains(UInt8(ascii: ",")), let list = NetworkList(text), !list.isEmpty else {
                throw AccessFlaw(.malformed("an address or a network such as 10.0.0.0/8"))
            }
            self = .networks(list)
        }
    }

    private static func number(_ text: String) throws(AccessFlaw) -> Double {
        guard let number = Double(number: text) else { throw AccessFlaw(.malformed("a number")) }
        return number
    }

    private static func moment(_ text: String) throws(AccessFlaw) -> Double {
        guard let moment = Double(moment: text) else {
            throw AccessFlaw(.malformed("a time such as 2026-01-31T00:00:00Z"))
        }
        return moment
    }

    private static func flag(_ text: String) throws(AccessFlaw) -> Bool {
        switch text {
        case "true": return true
        case "false": return false
        default: throw AccessFlaw(.malformed("true or false"))
        }
    }
}

extension ConditionValue {
    /// Whether a value of the request matches; `nil` if a variable of the policy has no value.
    ///
    /// An operator that ignores case compares the letters of all alphabets with `widely`, and otherwise only ASCII
    /// letters.
    func matches(_ value: String, in context: AccessContext, widely: Bool) -> Bool? {
        switch self {
        case .text(let pattern, let ignoringCase):
            pattern.resolved(in: context)?.matches(
                value, !ignoringCase ? .exact : widely ? .ignored : .ignoredInASCII)
        case .arn(let pattern): pattern.resolved(in: context)?.matchesARN(value)
        case .number(let own, let comparison): Double(number: value).map { comparison.holds($0, own) } ?? false
        case .moment(let own, let comparison): Double(moment: value).map { comparison.holds($0, own) } ?? false
        case .flag(let own): value == (own ? "true" : "false")
        case .networks(let list): NetworkAddress(value).map(list.contains) ?? false
        case .absence: false
        }
    }
}

extension Double {
    /// A decimal number of at most 32 characters; `nil` for any other text, such as `0x1` or `nan`.
    fileprivate init?(number text: String) {
        guard text.utf8.count <= 32, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.".utf8.contains($0) })
        else { return nil }
        self.init(text)
    }

    /// The seconds since 1970 of a time in ISO 8601, of a day, or of a number of seconds.
    fileprivate init?(moment text: String) {
        let date = WireTimestamp.date(iso8601: text) ?? WireTimestamp.date(iso8601: text + "T00:00:00Z")
        guard let seconds = date?.timeIntervalSince1970 ?? Double(number: text) else { return nil }
        self = seconds
    }
}

/// The operators of conditions, without prefixes and suffix.
///
/// Source: the IAM user guide, "IAM JSON policy elements: Condition operators".
enum ConditionOperator: String, CaseIterable, Sendable {
    case stringEquals = "StringEquals"
    case stringNotEquals = "StringNotEquals"
    case stringEqualsIgnoreCase = "StringEqualsIgnoreCase"
    case stringNotEqualsIgnoreCase = "StringNotEqualsIgnoreCase"
    case stringLike = "StringLike"
    case stringNotLike = "StringNotLike"
    case numericEquals = "NumericEquals"
    case numericNotEquals = "NumericNotEquals"
    case numericLessThan = "NumericLessThan"
    case numericLessThanEquals = "NumericLessThanEquals"
    case numericGreaterThan = "NumericGreaterThan"
    case numericGreaterThanEquals = "NumericGreaterThanEquals"
    case dateEquals = "DateEquals"
    case dateNotEquals = "DateNotEquals"
    case dateLessThan = "DateLessThan"
    case dateLessThanEquals = "DateLessThanEquals"
    case dateGreaterThan = "DateGreaterThan"
    case dateGreaterThanEquals = "DateGreaterThanEquals"
    case bool = "Bool"
    case ipAddress = "IpAddress"
    case notIpAddress = "NotIpAddress"
    case arnEquals = "ArnEquals"
    case arnNotEquals = "ArnNotEquals"
    case arnLike = "ArnLike"
    case arnNotLike = "ArnNotLike"
    case null = "Null"

    /// Whether the operator holds if none of the policy's values match.
    var isNegated: Bool {
        switch self {
        case .stringNotEquals, .stringNotEqualsIgnoreCase, .stringNotLike, .numericNotEquals, .dateNotEquals,
            .notIpAddress, .arnNotEquals, .arnNotLike:
            true
        case .stringEquals, .stringEqualsIgnoreCase, .stringLike, .numericEquals, .numericLessThan,
            .numericLessThanEquals, .numericGreaterThan, .numericGreaterThanEquals, .dateEquals, .dateLessThan,
            .dateLessThanEquals, .dateGreaterThan, .dateGreaterThanEquals, .bool, .ipAddress, .arnEquals, .arnLike,
            .null:
            false
        }
    }
}
