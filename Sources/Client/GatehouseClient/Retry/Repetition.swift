// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseWire

/// The effect of a second, identical request after the first succeeded and its answer was lost.
enum Repetition {
    /// It gives the same result.
    ///
    /// `GetTokensFromRefreshToken` belongs here even with rotation: within the grace period the old token gives the
    /// same again; without one, the token is spent whether or not it is shown a second time.
    case harmless
    /// It would report a failure although the first succeeded, or would do the thing twice.
    case harmful

    /// The operations that consume a value of the request: a session, a code, a password, an account.
    private static let consuming: Set<String> = [
        "RespondToAuthChallenge", "SignUp", "ConfirmSignUp", "ConfirmForgotPassword", "ChangePassword",
        "AssociateSoftwareToken", "VerifySoftwareToken", "VerifyUserAttribute", "ConfirmDevice", "DeleteUser",
        "CompleteWebAuthnRegistration", "UnlinkIdentity",
    ]

    init<Operation: ServiceOperation>(of operation: Operation.Type, _ input: Operation.Input) {
        // The session string of a sign-up is good for one sign-in.
        let showsSession = (input as? InitiateAuthRequest)?.session != nil
        self = showsSession || Self.consuming.contains(Operation.name) ? .harmful : .harmless
    }
}
