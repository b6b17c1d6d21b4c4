// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A second factor that a user can have.
///
/// The values are the names that challenges and settings of the service have for them.
package enum SecondFactor: String, Sendable, Codable, CaseIterable {
    case sms = "SMS_MFA"
    case softwareToken = "SOFTWARE_TOKEN_MFA"
    case email = "EMAIL_OTP"
}

extension Set<SecondFactor> {
    /// The factors in the order in which the service lists them.
    package var listed: [SecondFactor] { SecondFactor.allCases.filter(contains) }
}
