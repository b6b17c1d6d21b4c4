// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Begins a sign-in.
    ///
    /// The plugin's own options are `AWSAuthSignInOptions`. A cancelled task ends the sign-in: nothing is stored, and
    /// tokens that were already issued are revoked.
    ///
    /// - Throws: `AuthError`; `.unknown` with `OperationCancelledError` when the task is cancelled.
    public func signIn(
        username: String? = nil,
        password: String? = nil,
        options: AuthSignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        let extra = options?.pluginOptions as? AWSAuthSignInOptions
        let engineOptions = SignInOptions(
            flow: extra?.authFlowType?.engineFlow,
            clientMetadata: extra?.clientMetadata ?? [:],
            resumesAfterRestart: extra?.resumesAfterRestart ?? false
        )
        let result = try await run(
            HubPayload.EventName.Auth.signInAPI,
            .signIn,
            isCancellable: true,
            above: options?.presentationAnchorForWebAuthn
        ) { engine throws(SessionError) in
            try await engine.signIn(username: username, password: password, options: engineOptions)
        } answer: {
            AuthSignInResult($0)
        }
        announce(result)
        return result
    }

    /// Says that a user signed in, if the sign-in is complete.
    func announce(_ result: AuthSignInResult) {
        if result.isSignedIn { events.send(.signedIn) }
    }
}

/// The options of a sign-in, in addition to name and password.
public struct AWSAuthSignInOptions: Sendable {
    /// The flow; the configured one when `nil`.
    public let authFlowType: AuthFlowType?

    /// Passed to the pool's triggers.
    public let metadata: [String: String]?

    /// Whether the app's next process may go on with `confirmSignIn` where this one ends.
    ///
    /// The challenge is then kept in the credential store until it is answered. The service accepts the answer as long as
    /// the session of the sign-in is valid: a few minutes. A sign-out removes the challenge.
    public let resumesAfterRestart: Bool

    /// Passed to the pool's triggers, with precedence over `metadata`.
    @available(*, deprecated, renamed: "metadata")
    public var validationData: [String: String]? {
        get { formerMetadata }
        set { formerMetadata = newValue }
    }

    private var formerMetadata: [String: String]?

    /// Makes options.
    public init(metadata: [String: String]? = nil, authFlowType: AuthFlowType? = nil) {
        self.init(metadata: metadata, authFlowType: authFlowType, resumesAfterRestart: false)
    }

    /// Makes options that say whether the sign-in goes on after a restart.
    public init(
        metadata: [String: String]? = nil,
        authFlowType: AuthFlowType? = nil,
        resumesAfterRestart: Bool
    ) {
        self.authFlowType = authFlowType
        self.metadata = metadata
        self.resumesAfterRestart = resumesAfterRestart
    }

    /// Makes options.
    @available(*, deprecated, renamed: "init(metadata:authFlowType:)")
    public init(
        validationData: [String: String]? = nil,
        metadata: [String: String]? = nil,
        authFlowType: AuthFlowType? = nil
    ) {
        self.init(metadata: metadata, authFlowType: authFlowType)
        formerMetadata = validationData
    }

    /// The metadata to send: both dictionaries; for a key in both, the value under the former name.
    var clientMetadata: [String: String] {
        (metadata ?? [:]).merging(formerMetadata ?? [:]) { $1 }
    }
}
