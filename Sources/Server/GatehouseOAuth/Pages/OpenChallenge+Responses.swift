// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehousePages
import GatehouseWire

extension OpenChallenge {
    /// The prefix of attributes in the parameters and responses of `NEW_PASSWORD_REQUIRED`.
    private static let attributePrefix = "userAttributes."

    /// The attributes that a new password needs besides, by their names.
    var missingAttributes: [String] {
        texts("requiredAttributes").map { name in
            name.hasPrefix(Self.attributePrefix) ? String(name.dropFirst(Self.attributePrefix.count)) : name
        }
    }

    /// The second factors that a challenge offers: to choose one, or to set one up.
    var secondFactors: [String] { texts("MFAS_CAN_CHOOSE") + texts("MFAS_CAN_SETUP") }

    /// The members of `ChallengeResponses` that the form has; `nil` if a field is missing.
    ///
    /// `field` returns the value of a field.
    func responses(from field: (_ name: String) -> String?) -> [String: String]? {
        var responses = ["USERNAME": userName]
        /// Adds a member; returns whether the form has its field.
        func add(_ member: String, _ name: String) -> Bool {
            responses[member] = field(name)
            return responses[member] != nil
        }
        /// Adds a first factor; a form with a password answers for the password.
        func addChoice() -> Bool {
            guard add("PASSWORD", PageField.password) else { return add("ANSWER", PageField.factor) }
            responses["ANSWER"] = ChallengeNameType.password.rawValue
            return true
        }
        let isComplete =
            switch type {
            case .smsMfa: add("SMS_MFA_CODE", PageField.code)
            case .softwareTokenMfa: add("SOFTWARE_TOKEN_MFA_CODE", PageField.code)
            case .emailOtp: add("EMAIL_OTP_CODE", PageField.code)
            case .smsOtp: add("SMS_OTP_CODE", PageField.code)
            case .selectMfaType: add("ANSWER", PageField.factor)
            case .password: add("PASSWORD", PageField.password)
            case .webAuthn: add("CREDENTIAL", PageField.credential)
            case .mfaSetup: add("email", PageField.address)
            case .newPasswordRequired:
                add("NEW_PASSWORD", PageField.password)
                    && missingAttributes.allSatisfy { add(Self.attributePrefix + $0, PageField.attribute($0)) }
            case .selectChallenge: addChoice()
            default: false
            }
        return isComplete ? responses : nil
    }

    /// The texts of a parameter that holds a JSON array.
    private func texts(_ name: String) -> [String] {
        guard let json = parameters[name], let value = try? WireValue(json: Data(json.utf8)) else { return [] }
        return (value.arrayValue ?? []).compactMap(\.stringValue)
    }
}
