// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// One way in which a user has proved who they are.
///
/// The values are those of the claim `amr`, in which methods stand in this order.
package enum AuthenticationMethod: String, Sendable, CaseIterable {
    /// A password, sent or proved over SRP.
    case password = "pwd"
    /// The code that an authenticator app shows.
    case softwareToken = "otp"
    case sms
    case email = "email_otp"
    /// A passkey of the user's device itself.
    case platformPasskey = "swk"
    /// A passkey that goes from device to device, such as a security key.
    case roamingPasskey = "hwk"

    /// The method of a code that went to the value of an attribute.
    package init(codeTo attribute: String) {
        self = attribute == "email" ? .email : .sms
    }
}

extension Set<AuthenticationMethod> {
    /// The methods in the order of the claim.
    package var listed: [AuthenticationMethod] { AuthenticationMethod.allCases.filter(contains) }

    /// The value of the claim `amr`, which says of two methods and more that they are several factors.
    package var claim: [String] { listed.map(\.rawValue) + (count > 1 ? ["mfa"] : []) }

    /// The form in which the methods are kept.
    package var text: String { listed.map(\.rawValue).joined(separator: " ") }

    /// Reads what ``text`` wrote; names of no method are left out.
    package init(text: String) {
        self.init(text.split(separator: " ").compactMap { AuthenticationMethod(rawValue: String($0)) })
    }

    /// The methods and one more, if there is one.
    package func adding(_ method: AuthenticationMethod?) -> Self { method.map { union([$0]) } ?? self }

    /// Whether one of the methods is a passkey, wherever that is.
    package var hasPasskey: Bool { !isDisjoint(with: [.platformPasskey, .roamingPasskey]) }
}

extension FirstFactor {
    /// What a proof of the factor is; which kind of passkey it was shows only then.
    package var method: AuthenticationMethod {
        switch self {
        case .passwordSRP, .password: .password
        case .emailOTP: .email
        case .smsOTP: .sms
        case .webAuthn: .platformPasskey
        }
    }
}

extension SecondFactor {
    /// What a proof of the factor is.
    package var method: AuthenticationMethod {
        switch self {
        case .sms: .sms
        case .softwareToken: .softwareToken
        case .email: .email
        }
    }
}
