// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

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
