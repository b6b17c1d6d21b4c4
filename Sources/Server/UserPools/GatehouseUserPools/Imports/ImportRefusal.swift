// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText
import GatehouseUserPoolModel

/// The reasons why a row of a file creates no user.
///
/// No case contains a value of the row, because the reasons are logged.
package enum ImportRefusal: Error, Sendable, Equatable {
    case notText
    case unsafeText
    case tooLong
    /// A row with more or fewer columns than the header.
    case columns(expected: Int, found: Int)
    case username
    case noVerifiedAttribute
    case mfa
    case birthdate
    case updatedAt
    /// The fault message for the attributes, which contains their names but not their values.
    case attributes(String)
    /// The address, phone number or preferred user name is an alias and belongs to another user.
    case aliasTaken
    case passwordHash
}

extension ImportRefusal: CustomStringConvertible {
    /// The reason, for the log.
    package var description: String {
        switch self {
        case .notText: "The line is not UTF-8 text."
        case .unsafeText:
            "The line has more than \(StreamSafeText.longestRun) combining marks in a row, which no language needs."
        case .tooLong: "The line has more than \(ImportRow.mostCharacters) characters."
        case .columns(let expected, let found): "The line has \(found) columns; the header has \(expected)."
        case .username: "cognito:username is missing, too long, or has blanks or control characters."
        case .noVerifiedAttribute:
            "The user record does not set any of the auto verified attributes to true. "
                + "(Example: email_verified to true)."
        case .mfa: "cognito:mfa_enabled must be blank or what the user pool demands."
        case .birthdate: "birthdate must be a day written mm/dd/yyyy."
        case .updatedAt: "updated_at must be a number of seconds."
        case .attributes(let complaint): complaint
        case .aliasTaken: "An alias of the user belongs to another user."
        case .passwordHash: "password_hash is not a hash that the job's algorithm and limits allow."
        }
    }
}
