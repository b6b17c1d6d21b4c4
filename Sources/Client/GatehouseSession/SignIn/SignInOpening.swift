// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// How a sign-in opens: the flow, the typed name, and what is shown of the password.
struct SignInOpening: Sendable, Equatable {
    enum Evidence: Sendable, Equatable {
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
}

extension SignInOpening: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "(opening of \(flow.rawValue))" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: ["flow": flow.rawValue]) }
}
