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
    }

    let flow: AuthFlowType
    let username: String
    let evidence: Evidence
}
