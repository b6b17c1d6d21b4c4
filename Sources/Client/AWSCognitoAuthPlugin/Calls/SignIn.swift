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

    /// Whether the app's next process may continue the sign-in with `confirmSignIn`.
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

    /// Makes options; they say whether the sign-in continues after a restart.
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

extension AWSCognitoAuthPlugin {
    /// Signs in, without another proof, the user whose sign-up this plugin has just completed.
    ///
    /// The call needs the session that the service returned with the step `.completeAutoSignIn`: usually in the
    /// response of `ConfirmSignUp`, if the same plugin called `signUp` and `confirmSignUp` for the same name. The
    /// plugin sends it in `InitiateAuth` with the flow `USER_AUTH`, which the app client must allow. The session is
    /// valid once, for the user's first sign-in, and for the duration of a sign-in session of the app client (three
    /// minutes by default). The plugin keeps it in memory only. A sign-in that waits for an answer is abandoned. As
    /// with `signIn`, the result can have a next step.
    ///
    /// - Throws: `AuthError`. `.invalidState`, without a request, if a user is signed in or there is no session: the
    ///   sign-up ended with another step or in another process. `.notAuthorized` if the service refuses the session,
    ///   for example because it was used or has expired; the app then calls `signIn`. After a lost connection or
    ///   another temporary error, the app may repeat the call.
    public func autoSignIn() async throws -> AuthSignInResult {
        try await run(
            HubPayload.EventName.Auth.autoSignInAPI,
            .signIn,
            isCancellable: true
        ) { engine throws(SessionError) in
            try await engine.autoSignIn()
        } answer: {
            AuthSignInResult($0)
        }
    }
}
