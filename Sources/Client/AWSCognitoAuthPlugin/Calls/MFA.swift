// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Changes the second factors of the signed-in user; those not given stay as they are.
    ///
    /// - Throws: `AuthError`; then none has changed.
    public func updateMFAPreference(
        sms: MFAPreference? = nil,
        totp: MFAPreference? = nil,
        email: MFAPreference? = nil
    ) async throws {
        let wishes: [SecondFactor: MFAPreference?] = [.sms: sms, .totp: totp, .email: email]
        let given = wishes.compactMapValues { $0?.wish }
        try await run(HubPayload.EventName.Auth.updateMFAPreferenceAPI, .userPool) { engine throws(SessionError) in
            try await engine.changeMFA(given)
        } answer: {
        }
    }
}

extension MFAPreference {
    fileprivate var wish: MFAWish {
        switch self {
        case .disabled: .disabled
        case .enabled: .enabled
        case .preferred: .preferred
        case .notPreferred: .notPreferred
        }
    }
}

/// A user's preference for a second factor.
public enum MFAPreference: Sendable {
    /// Not used.
    case disabled

    /// Used, and preferred if it was before.
    case enabled

    /// Used, and asked for first.
    case preferred

    /// Used, but not asked for first.
    case notPreferred
}

extension AWSCognitoAuthPlugin {
    /// Reads the second factors of the signed-in user.
    ///
    /// - Throws: `AuthError`.
    public func fetchMFAPreference() async throws -> UserMFAPreference {
        try await run(HubPayload.EventName.Auth.fetchMFAPreferenceAPI, .userPool) { engine throws(SessionError) in
            try await engine.mfaStatus()
        } answer: {
            UserMFAPreference($0)
        }
    }
}

extension UserMFAPreference {
    fileprivate init(_ status: MFAStatus) {
        let factors = Set(status.enabled.map(MFAType.init))
        self.init(enabled: factors.isEmpty ? nil : factors, preferred: status.preferred.map(MFAType.init))
    }
}

/// The second factors of a user.
public struct UserMFAPreference: Sendable {
    /// Those in use; `nil` if there are none.
    public let enabled: Set<MFAType>?

    /// The type that the service asks for first.
    public let preferred: MFAType?
}

extension AWSCognitoAuthPlugin {
    /// Asks for the secret that the signed-in user enters in a TOTP app.
    ///
    /// - Throws: `AuthError`.
    public func setUpTOTP() async throws -> TOTPSetupDetails {
        try await run(HubPayload.EventName.Auth.setUpTOTPAPI, .userPool) { engine throws(SessionError) in
            try await engine.setUpTOTP()
        } answer: {
            TOTPSetupDetails($0)
        }
    }
}

extension TOTPSetupDetails {
    /// Converts the engine's set-up to this API's type.
    init(_ setup: TOTPSetup) {
        self.init(sharedSecret: setup.sharedSecret, username: setup.username)
    }
}

extension AWSCognitoAuthPlugin {
    /// Ends the set-up of a TOTP app with a code that it shows.
    ///
    /// The plugin's own options are `VerifyTOTPSetupOptions`.
    ///
    /// - Throws: `AuthError`; after a wrong code the call may be repeated.
    public func verifyTOTPSetup(code: String, options: VerifyTOTPSetupRequest.Options? = nil) async throws {
        let name = (options?.pluginOptions as? VerifyTOTPSetupOptions)?.friendlyDeviceName
        try await run(HubPayload.EventName.Auth.verifyTOTPSetupAPI, .userPool) { engine throws(SessionError) in
            try await engine.verifyTOTPSetup(code: code, friendlyDeviceName: name)
        } answer: {
        }
    }
}

/// The options of the completion of a TOTP set-up, in addition to the code.
public struct VerifyTOTPSetupOptions: Sendable {
    /// The name under which the TOTP app is registered.
    public let friendlyDeviceName: String?

    /// Makes options.
    public init(friendlyDeviceName: String? = nil) {
        self.friendlyDeviceName = friendlyDeviceName
    }
}
