// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
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
