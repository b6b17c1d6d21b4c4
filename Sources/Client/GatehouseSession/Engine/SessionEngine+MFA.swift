// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseWire

/// The second factors of a user.
package struct MFAStatus: Sendable, Equatable {
    /// The enabled factors.
    package let enabled: Set<SecondFactor>
    /// The factor that the service asks for first.
    package let preferred: SecondFactor?
}

/// How a user wants to use a second factor.
package enum MFAWish: Sendable, CaseIterable {
    /// Used, and preferred if it was before.
    case enabled
    /// Used, and asked for first.
    case preferred
    /// Used, but not asked for first.
    case notPreferred
    /// Not used.
    case disabled
}

extension SessionEngine {
    /// The second factors of the signed-in user: `GetUser`.
    ///
    /// Factors that this client does not know are left out.
    ///
    /// - Throws: `SessionError`.
    package func mfaStatus() async throws(SessionError) -> MFAStatus {
        MFAStatus(try await callAsUser(GetUserOperation.self) { GetUserRequest(accessToken: $0) })
    }

    /// Changes the second factors of the signed-in user: `GetUser` and `SetUserMFAPreference`.
    ///
    /// - Parameter wishes: what each factor shall be; the others stay as they are.
    /// - Throws: `SessionError`; then none has changed.
    package func changeMFA(_ wishes: [SecondFactor: MFAWish]) async throws(SessionError) {
        try await withAccessToken { client, token throws(ServiceFault) in
            let status = MFAStatus(try await client.getUser(GetUserRequest(accessToken: token)))
            let request = SetUserMFAPreferenceRequest(
                smsMfaSettings: wishes[.sms].map { wish in
                    let (isEnabled, isPreferred) = wish.settings(wasPreferred: status.preferred == .sms)
                    return SMSMfaSettingsType(enabled: isEnabled, preferredMfa: isPreferred)
                },
                softwareTokenMfaSettings: wishes[.totp].map { wish in
                    let (isEnabled, isPreferred) = wish.settings(wasPreferred: status.preferred == .totp)
                    return SoftwareTokenMfaSettingsType(enabled: isEnabled, preferredMfa: isPreferred)
                },
                emailMfaSettings: wishes[.email].map { wish in
                    let (isEnabled, isPreferred) = wish.settings(wasPreferred: status.preferred == .email)
                    return EmailMfaSettingsType(enabled: isEnabled, preferredMfa: isPreferred)
                },
                accessToken: token
            )
            _ = try await client.setUserMFAPreference(request)
        }
    }
}

extension MFAStatus {
    fileprivate init(_ user: GetUserResponse) {
        enabled = Set((user.userMFASettingList ?? []).compactMap(SecondFactor.init(rawValue:)))
        preferred = user.preferredMfaSetting.flatMap(SecondFactor.init(rawValue:))
    }
}

extension MFAWish {
    /// The members of a request that say so; a preference that goes with a factor is not spoken of.
    fileprivate func settings(wasPreferred: Bool) -> (isEnabled: Bool, isPreferred: Bool?) {
        switch self {
        case .enabled: (true, wasPreferred)
        case .preferred: (true, true)
        case .notPreferred: (true, false)
        case .disabled: (false, nil)
        }
    }
}

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
