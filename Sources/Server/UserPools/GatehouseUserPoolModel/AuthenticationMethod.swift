// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A method by which a user has proved their identity.
///
/// The raw values are the words of the claim `amr`, which lists the methods in the order of the cases.
package enum AuthenticationMethod: String, Sendable, CaseIterable {
    /// A password, sent or proved over SRP.
    case password = "pwd"
    /// The code that an authenticator app shows.
    case softwareToken = "otp"
    case sms
    case email = "email_otp"
    /// A passkey of a platform authenticator.
    case platformPasskey = "swk"
    /// A passkey of a roaming authenticator, such as a security key.
    case roamingPasskey = "hwk"
    /// A sign-in at an identity provider; the methods beside it are the ones that the provider names.
    case federated = "fed"

    /// Creates the method for a code that was sent to the value of an attribute.
    package init(codeTo attribute: String) {
        self = attribute == "email" ? .email : .sms
    }
}

extension Set<AuthenticationMethod> {
    /// The methods in the order of the claim `amr`.
    package var listed: [AuthenticationMethod] { AuthenticationMethod.allCases.filter(contains) }

    /// The value of the claim `amr`: the methods, and `mfa` for two or more of them; `fed` only if an identity provider
    /// has named none.
    package var claim: [String] {
        let named = listed.filter { $0 != .federated }
        return named.isEmpty ? listed.map(\.rawValue) : named.map(\.rawValue) + (named.count > 1 ? ["mfa"] : [])
    }

    /// The methods as the store keeps them: raw values separated by spaces.
    package var text: String { listed.map(\.rawValue).joined(separator: " ") }

    /// Creates a set from its ``text``; unknown values are skipped.
    package init(text: String) {
        let names = text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        self.init(names.compactMap(AuthenticationMethod.init(rawValue:)))
    }

    /// Returns the methods of a sign-in at an identity provider, which names them as the claim `amr` does; other names
    /// are skipped.
    package static func federated(naming names: [String]) -> Self {
        Self(names.compactMap(AuthenticationMethod.init(rawValue:)) + [.federated])
    }

    /// Returns the set with one more method, or unchanged for `nil`.
    package func adding(_ method: AuthenticationMethod?) -> Self { method.map { union([$0]) } ?? self }

    /// Whether one of the methods is a passkey, of either kind of authenticator.
    package var hasPasskey: Bool { !isDisjoint(with: [.platformPasskey, .roamingPasskey]) }
}

extension FirstFactor {
    /// The method that this factor proves.
    ///
    /// For passkeys, only the assertion shows the kind of authenticator.
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
    /// The method that this factor proves.
    package var method: AuthenticationMethod {
        switch self {
        case .sms: .sms
        case .softwareToken: .softwareToken
        case .email: .email
        }
    }
}
