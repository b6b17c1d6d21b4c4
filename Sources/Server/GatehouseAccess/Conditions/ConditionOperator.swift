// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
