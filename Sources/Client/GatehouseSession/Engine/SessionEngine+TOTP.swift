// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseWire

extension SessionEngine {
    /// Asks for the secret of a TOTP app for the signed-in user: `AssociateSoftwareToken`.
    ///
    /// - Returns: the secret, and the signed-in user's name.
    /// - Throws: `SessionError`.
    package func setUpTOTP() async throws(SessionError) -> TOTPSetup {
        let answer = try await callAsUser(AssociateSoftwareTokenOperation.self) {
            AssociateSoftwareTokenRequest(accessToken: $0)
        }
        guard let secret = answer.secretCode else { throw .garbled(.garbled("The answer holds no secret.")) }
        return TOTPSetup(sharedSecret: secret, username: try currentUser().username)
    }

    /// Ends the set-up of a TOTP app with a code that it shows: `VerifySoftwareToken`.
    ///
    /// - Parameters:
    ///   - code: the code.
    ///   - friendlyDeviceName: the name under which the app is registered.
    /// - Throws: `SessionError`; after a wrong code the call may be repeated.
    package func verifyTOTPSetup(code: String, friendlyDeviceName: String? = nil) async throws(SessionError) {
        let answer = try await callAsUser(VerifySoftwareTokenOperation.self) {
            VerifySoftwareTokenRequest(accessToken: $0, userCode: code, friendlyDeviceName: friendlyDeviceName)
        }
        try answer.requireSuccess()
    }
}

extension VerifySoftwareTokenResponse {
    /// Takes any status but success for a refusal.
    ///
    /// - Throws: `.unanswerable`.
    func requireSuccess() throws(SessionError) {
        guard status == .success else { throw .unanswerable("The service did not accept the code of the TOTP app.") }
    }
}
