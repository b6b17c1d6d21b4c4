// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A second factor of a user.
///
/// The raw values are the names in challenges and settings of the service.
package enum SecondFactor: String, Sendable, Codable, CaseIterable {
    case sms = "SMS_MFA"
    case softwareToken = "SOFTWARE_TOKEN_MFA"
    case email = "EMAIL_OTP"
}

extension Set<SecondFactor> {
    /// The factors in the order of the service's lists.
    package var listed: [SecondFactor] { SecondFactor.allCases.filter(contains) }
}
