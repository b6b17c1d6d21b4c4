// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AWSCognitoAuthPlugin
import Amplify

/// A way to begin a sign-in.
package enum SignInWay: String, CaseIterable, Sendable {
    case srp, password, choose, emailCode, smsCode, passkey, custom, customSRP

    /// The title that people read.
    package var title: String {
        switch self {
        case .srp: "a password, proved without being shown (USER_SRP_AUTH)"
        case .password: "a password, shown to the service (USER_PASSWORD_AUTH)"
        case .choose: "whatever the service offers (USER_AUTH)"
        case .emailCode: "a code by e-mail (USER_AUTH)"
        case .smsCode: "a code by SMS (USER_AUTH)"
        case .passkey: "a passkey (USER_AUTH)"
        case .custom: "the pool's own questions (CUSTOM_AUTH)"
        case .customSRP: "a password and the pool's own questions (CUSTOM_AUTH)"
        }
    }

    /// The flow in Amplify's words.
    package var flow: AuthFlowType {
        switch self {
        case .srp: .userSRP
        case .password: .userPassword
        case .choose: .userAuth
        case .emailCode: .userAuth(preferredFirstFactor: .emailOTP)
        case .smsCode: .userAuth(preferredFirstFactor: .smsOTP)
        case .passkey: .userAuth(preferredFirstFactor: .webAuthn)
        case .custom: .customWithoutSRP
        case .customSRP: .customWithSRP
        }
    }

    /// Whether the password is needed at once.
    package var beginsWithPassword: Bool {
        switch self {
        case .srp, .password, .customSRP: true
        case .choose, .emailCode, .smsCode, .passkey, .custom: false
        }
    }
}
