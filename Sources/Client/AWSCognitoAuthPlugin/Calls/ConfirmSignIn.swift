// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Answers the present step of the sign-in.
    ///
    /// The plugin's own options are `AWSAuthConfirmSignInOptions`.
    ///
    /// - Throws: `AuthError`; after a wrong answer, or when the task was cancelled, the call may be repeated.
    public func confirmSignIn(
        challengeResponse: String,
        options: AuthConfirmSignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        let extra = options?.pluginOptions as? AWSAuthConfirmSignInOptions
        let engineOptions = ConfirmSignInOptions(
            userAttributes: (extra?.userAttributes ?? []).byName,
            clientMetadata: extra?.metadata ?? [:],
            friendlyDeviceName: extra?.friendlyDeviceName
        )
        let reading: FaultReading = (try? engine)?.asksForAppCode == true ? .appCode : .signIn
        let result = try await run(
            HubPayload.EventName.Auth.confirmSignInAPI,
            reading,
            isCancellable: true,
            above: options?.presentationAnchorForWebAuthn
        ) { engine throws(SessionError) in
            try await engine.confirmSignIn(response: challengeResponse, options: engineOptions)
        } answer: {
            AuthSignInResult($0)
        }
        announce(result)
        return result
    }
}

/// Optional parts of the answer to a challenge.
public struct AWSAuthConfirmSignInOptions: Sendable {
    /// Attributes that go with a new password.
    public let userAttributes: [AuthUserAttribute]?

    /// Passed to the pool's triggers.
    public let metadata: [String: String]?

    /// The name under which a TOTP app is registered.
    public let friendlyDeviceName: String?

    /// Makes options.
    public init(
        userAttributes: [AuthUserAttribute]? = nil,
        metadata: [String: String]? = nil,
        friendlyDeviceName: String? = nil
    ) {
        self.userAttributes = userAttributes
        self.metadata = metadata
        self.friendlyDeviceName = friendlyDeviceName
    }
}
