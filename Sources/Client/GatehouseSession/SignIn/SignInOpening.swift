// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// The first request of a sign-in: the flow, the typed name, and the use of the password.
struct SignInOpening: Sendable, Equatable {
    enum Evidence: Sendable, Equatable {
        /// Nothing yet.
        case none
        /// SRP's public value A.
        case publicKey
        /// The password itself.
        case password
        /// The session string of a sign-up that was completed just now.
        case signUp(session: String)
    }

    let flow: AuthFlowType
    let username: String
    let evidence: Evidence
    /// The app's preferred first factor.
    var preferred: FirstFactor?

    /// The opening of a flow.
    init(_ flow: SignInFlow, username: String) {
        switch flow {
        case .userSRP: self.init(.userSrpAuth, username, .publicKey)
        case .userPassword: self.init(.userPasswordAuth, username, .password)
        case .customWithSRP: self.init(.customAuth, username, .publicKey)
        case .customWithoutSRP: self.init(.customAuth, username, .none)
        case .userAuth(preferred: let factor):
            self.init(.userAuth, username, Self.evidence(for: factor), preferred: factor)
        }
    }

    /// The opening that continues a sign-up.
    init(continuing signUp: String, username: String) {
        self.init(.userAuth, username, .signUp(session: signUp))
    }

    private init(_ flow: AuthFlowType, _ username: String, _ evidence: Evidence, preferred: FirstFactor? = nil) {
        self.flow = flow
        self.username = username
        self.evidence = evidence
        self.preferred = preferred
    }

    private static func evidence(for factor: FirstFactor?) -> Evidence {
        switch factor {
        case .password: .password
        case .passwordSRP: .publicKey
        case .smsOTP, .emailOTP, .webAuthn, nil: .none
        }
    }
}

extension SignInOpening: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "(opening of \(flow.rawValue))" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: ["flow": flow.rawValue]) }
}
